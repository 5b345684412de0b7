generate --era D17 --size 1500 --seed 3
