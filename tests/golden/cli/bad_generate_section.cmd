generate --era D10 --section values
