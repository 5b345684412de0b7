generate --era 2024-11-01 --size 700 --seed 2 --section out-of-memory
