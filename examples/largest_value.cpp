// Prints the largest value of a dump: largest_value FILE
#include <ballast/read.hpp>

#include <algorithm>
#include <cstdio>

int main(int argc, char** argv)
{
    auto read = ballast::read_source(argc > 1 ? argv[1] : "-", 1 << 30);
    const auto result = ballast::parse(std::move(read.text));
    if (!result.accepted()) return std::puts(result.findings.front().message.text().c_str()), 1;
    const ballast::ast::value_line* largest = nullptr;
    for (const auto& allocation : result.value->dump().allocations)
        for (const auto& value : allocation.values)
            if (!largest || value.size > largest->size) largest = &value;
    if (largest)
        std::printf("%.*s: %lld bytes\n", static_cast<int>(largest->value.name.size()), largest->value.name.data(),
                    static_cast<long long>(largest->size));
}
