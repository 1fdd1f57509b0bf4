"""Proof that a suite accepts what is right, rejects and names what is wrong, and leaks nothing."""
