generate --era D99
