generate --era D16 --size 700 --seed 2 --section memory-usage-report
