summary --space 1 --top 1 modules
