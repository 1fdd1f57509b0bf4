"""Our cost per submission against others', measured in one run on one machine."""
