"""Related papers for a papis library, from a recommender that runs on this computer."""
