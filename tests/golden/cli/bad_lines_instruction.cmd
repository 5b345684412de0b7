validate --rule instruction inputs/context_instructions.lines
