# The fuzz targets, and where the seeds of each lie. Sourced by the other scripts.
fuzz_targets=(parse_fuzzer shape_fuzzer layout_fuzzer instruction_fuzzer value_fuzzer allocation_fuzzer
    live_range_fuzzer stack_trace_fuzzer usage_report_fuzzer oom_report_fuzzer buffer_info_fuzzer
    memory_message_fuzzer module_text_fuzzer tpu_report_fuzzer
    ast_fuzzer mutate_fuzzer module_fuzzer extract_fuzzer failures_fuzzer json_fuzzer convert_fuzzer differential_fuzzer
    proto_fuzzer)

fuzz_seeds() {
    case $1 in
        parse_fuzzer) echo fuzz/seeds/parse; echo tests/golden/dumps; echo tests/golden/inputs ;;
        mutate_fuzzer | convert_fuzzer) echo tests/golden/dumps ;;
        extract_fuzzer) echo fuzz/seeds/extract; echo tests/golden/logs ;;
        failures_fuzzer) echo tests/golden/texts ;;
        proto_fuzzer) echo tests/golden/binary ;;
        *) echo "fuzz/seeds/${1%_fuzzer}" ;;
    esac
}
