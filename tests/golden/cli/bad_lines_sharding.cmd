validate --rule sharding inputs/shardings.lines
