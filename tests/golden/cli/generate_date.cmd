generate --era 2019-06-01 --size 400 --seed 2
