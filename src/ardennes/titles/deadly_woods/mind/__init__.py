"""What the computer knows of The Deadly Woods: it declares, the shared staff plays."""
