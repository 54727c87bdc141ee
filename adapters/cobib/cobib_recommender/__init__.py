"""Related papers for a coBib database, from a recommender that runs on this computer."""
