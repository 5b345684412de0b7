// Prints the largest holders of a module's memory at its peak: holders FILE...
#include <ballast/analysis.hpp>
#include <ballast/read.hpp>

#include <cstdio>
#include <vector>

int main(int argc, char** argv)
{
    std::vector<ballast::document> files;
    for (int i = 1; i < argc; ++i) {
        auto read = ballast::read_source(argv[i], 1 << 30);
        auto result = ballast::parse(std::move(read.text));
        if (!result.accepted()) return std::puts(result.findings.front().message.text().c_str()), 1;
        files.push_back(std::move(*result.value));
    }
    std::vector<const ballast::document*> module;
    for (const auto& file : files) module.push_back(&file);
    const auto memory = ballast::memory_of(module);
    if (!memory) return std::puts("no allocations"), 1;
    for (const auto& group : ballast::groups_of(*memory, ballast::grouping::alike)) {
        const auto largest = memory->holders[group.largest];
        std::printf("%12lld bytes in %zu: %s %s\n", static_cast<long long>(group.bytes), group.count,
                    largest.shape.c_str(), largest.label.c_str());
    }
}
