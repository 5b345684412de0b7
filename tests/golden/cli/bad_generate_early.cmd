generate --era D4 --section statistics
