"""Related papers for a papis library or a coBib database, from a recommender of your own."""
