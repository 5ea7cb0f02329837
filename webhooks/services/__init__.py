"""What changes webhooks, makes events, and sends them."""
