"""Right answers of deep_architectures, written another way."""
