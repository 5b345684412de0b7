generate --section shape --size 200 --seed 4 --era D13
