// Prints what is wrong with a dump, and whether it prints back byte for byte: findings FILE
#include <ballast/check.hpp>
#include <ballast/print.hpp>
#include <ballast/read.hpp>

#include <cstdio>

int main(int argc, char** argv)
{
    auto read = ballast::read_source(argc > 1 ? argv[1] : "-", 1 << 30);
    if (!read.error.empty()) return std::puts(read.error.c_str()), 2;
    const auto result = ballast::parse(std::move(read.text));
    auto findings = result.findings;
    if (result.accepted()) findings = ballast::check(*result.value);
    ballast::line_table lines(result.text());
    for (const auto& finding : findings)
        std::printf("line %lld: %s\n", static_cast<long long>(lines.place_of(finding.begin).line),
                    finding.message.text().c_str());
    if (!result.accepted()) return 1;
    const bool same = ballast::print(*result.value) == result.text();
    std::printf("%zu findings, %s\n", findings.size(), same ? "identical" : "different");
}
