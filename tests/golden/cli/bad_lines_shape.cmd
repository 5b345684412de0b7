validate --rule shape inputs/context_shapes.lines
