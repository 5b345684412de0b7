diff --max-growth 100B --metric temporaries --space 1 modules later
