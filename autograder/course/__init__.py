"""Reads assignments/ and solutions/ into plain records, and makes stubs."""
