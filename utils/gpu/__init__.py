"""Programs of this repository that run on a GPU: see `driver`, `recording` and the programs next to them."""
