"""What the computer knows of Enemy Action: Ardennes: it declares, the shared staff plays."""
