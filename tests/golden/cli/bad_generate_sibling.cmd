generate --era D4 --section out-of-memory
