"""What programs of this repository do on a GPU: see `driver`, `recording` and the programs beside them."""
