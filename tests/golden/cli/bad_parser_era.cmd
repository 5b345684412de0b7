parser --target c --era D99
