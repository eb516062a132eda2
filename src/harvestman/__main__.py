"""`python -m harvestman` is the same as `harvestman`."""

from harvestman.cli import main

if __name__ == "__main__":
    main()
