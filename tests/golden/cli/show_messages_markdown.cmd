show --format markdown logs/messages.log
