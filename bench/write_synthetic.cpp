// Writes a synthetic dump: ballast_write_synthetic MEGABYTES FILE [real]
#include "synthetic.hpp"

#include <cstdio>
#include <cstdlib>
#include <string_view>

int main(int argc, char** argv)
{
    if (argc != 3 && (argc != 4 || std::string_view(argv[3]) != "real")) {
        std::fputs("usage: ballast_write_synthetic MEGABYTES FILE [real]\n", stderr);
        return 2;
    }
    const auto bytes = static_cast<std::size_t>(std::strtoul(argv[1], nullptr, 10)) * 1000 * 1000;
    const auto text = argc == 4 ? ballast::bench::real_like_dump(bytes)
                                : ballast::bench::synthetic_dump(ballast::bench::values_for(bytes));
    std::FILE* file = std::fopen(argv[2], "wb");
    if (!file) return 2;
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    return std::fclose(file) == 0 && written ? 0 : 2;
}
