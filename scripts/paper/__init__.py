"""The papers' figures beside ours: what each shows, what it claims, and whether that holds."""
