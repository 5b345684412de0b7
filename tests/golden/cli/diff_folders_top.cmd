diff --top 2 --space 1 later modules
