extract logs/messages.log
