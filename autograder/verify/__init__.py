"""Proof that an assignment's suite is right: it accepts what is right, rejects and names what is wrong, and leaks nothing."""
