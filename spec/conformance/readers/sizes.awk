# Ten lines that add up the allocations of a dump: awk -f sizes.awk < TEXT
/^allocation [0-9]+: / {
    for (i = 3; i < NF; ++i) if ($i == "size") bytes += $(i + 1)
    ++allocations
}
/^ value: </ { ++values }
END {
    if (!allocations) exit 1
    printf "{\"sizes\": {\"allocations\": %d, \"bytes\": %d, \"values\": %d}}\n", allocations, bytes, values
}
