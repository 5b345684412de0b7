generate --size 1500 --seed 3 --section values
