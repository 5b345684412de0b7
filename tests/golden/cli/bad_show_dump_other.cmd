show dumps/message_program_failure.txt --dump later
