generate --era 2026-01-01 --size 1500 --seed 3 --section module-text
