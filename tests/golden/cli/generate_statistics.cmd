generate --era D24 --size 700 --seed 2 --section allocation-statistics
