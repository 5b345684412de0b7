roundtrip --rule literal inputs/literals.lines
