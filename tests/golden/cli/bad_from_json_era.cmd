print --from-json --era D16 inputs/bad_member.json
