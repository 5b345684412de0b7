validate --rule instruction inputs/context_attributes.lines
