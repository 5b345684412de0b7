generate --era D10 --size 1500 --seed 3
