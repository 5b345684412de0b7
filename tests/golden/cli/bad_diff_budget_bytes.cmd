diff --max-growth 100 --metric temporaries --space 1 modules later
