extract --validate logs/bad_message.log
