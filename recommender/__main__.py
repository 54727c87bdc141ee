"""`python -m recommender` is `recommender`."""

from recommender.cli import main

main()
