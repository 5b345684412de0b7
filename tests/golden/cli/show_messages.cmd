show logs/messages.log
