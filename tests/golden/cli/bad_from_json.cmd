print --from-json inputs/bad_member.json
