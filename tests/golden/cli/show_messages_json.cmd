show --format json logs/messages.log
