"""Many submissions: processes, progress, and going on where a run was stopped."""
