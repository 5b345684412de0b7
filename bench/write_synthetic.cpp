// Writes a synthetic dump: ballast_write_synthetic MEGABYTES FILE
#include "synthetic.hpp"

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv)
{
    if (argc != 3) {
        std::fputs("usage: ballast_write_synthetic MEGABYTES FILE\n", stderr);
        return 2;
    }
    const auto text = ballast::bench::synthetic_dump(
        ballast::bench::values_for(static_cast<std::size_t>(std::strtoul(argv[1], nullptr, 10)) * 1000 * 1000));
    std::FILE* file = std::fopen(argv[2], "wb");
    if (!file) return 2;
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    return std::fclose(file) == 0 && written ? 0 : 2;
}
