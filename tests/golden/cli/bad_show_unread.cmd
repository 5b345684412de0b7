show logs/bad_unread.log
