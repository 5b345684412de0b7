roundtrip --quiet --rule instruction inputs/instructions.lines
