"""Known wrong answers of deep_architectures, each with the sentence that a student who gave it is told."""
