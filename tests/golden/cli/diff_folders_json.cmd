diff --format json modules later
