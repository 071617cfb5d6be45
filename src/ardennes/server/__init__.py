"""HTTP and WebSocket, seats, storage."""
