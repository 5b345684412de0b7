// Runs a fuzz target over files and folders, without libFuzzer: `TARGET_replay [--repeat N] PATH…`. Prints the number
// of inputs, and of inputs per second. The exit code is 2 if a path cannot be read or there is no input.
#include "ballast/document.hpp"
#include "fuzz/oracle.hpp"

#include <charconv>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

// Optional for targets.
extern "C" [[gnu::weak]] int LLVMFuzzerInitialize(int* argc, char*** argv);

int main(int argc, char** argv)
{
    namespace fs = std::filesystem;
    if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
    int repeat = 1;
    std::vector<std::string> paths;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--repeat") == 0 && i + 1 < argc) {
            const std::string_view given = argv[++i];
            const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), repeat);
            if (error == std::errc{} && end == given.data() + given.size() && repeat > 0) continue;
            std::fprintf(stderr, "--repeat takes a number from 1 on\n");
            return 2;
        }
        std::error_code error;
        if (!fs::is_directory(argv[i], error)) {
            paths.emplace_back(argv[i]);
            continue;
        }
        for (const auto& entry : fs::recursive_directory_iterator(argv[i], error))
            if (entry.is_regular_file()) paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> inputs;
    for (const auto& path : paths) {
        const auto read = ballast::read_source(path, std::size_t{1} << 30);
        if (!read.error.empty()) {
            std::fprintf(stderr, "%s: %s\n", path.c_str(), read.error.c_str());
            return 2;
        }
        inputs.emplace_back(read.text.view());
    }
    if (inputs.empty()) {
        std::fprintf(stderr, "no input\n");
        return 2;
    }
    const auto begin = std::chrono::steady_clock::now();
    for (int round = 0; round < repeat; ++round)
        for (const auto& input : inputs)
            LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    const double runs = static_cast<double>(inputs.size()) * repeat;
    std::printf("%zu inputs, %.0f runs, %.0f a second\n", inputs.size(), runs, runs / std::max(took.count(), 1e-9));
    return 0;
}
