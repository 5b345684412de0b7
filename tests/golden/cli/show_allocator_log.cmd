show logs/allocator.log
