// Runs end where a byte-by-byte search ends them.
#include "base/byte_runs.hpp"
#include "tests/support/support.hpp"

#include <string>

namespace ballast::tests {

namespace {

struct names {
    static constexpr bool bytes(char c)
    {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
               c == '-';
    }
};
struct but_quotes {
    static constexpr bool bytes(char c) { return c != '"' && c != '\n'; }
};
struct ascii_line {
    static constexpr bool bytes(char c) { return c > 0 && c != '\n'; }
};
struct high {
    static constexpr bool bytes(char c) { return static_cast<unsigned char>(c) >= 0x80; }
};
struct all {
    static constexpr bool bytes(char) { return true; }
};

// A run of `member` bytes of different sizes, followed by each possible byte and by more of the set.
template <typename Class>
void expect_ends(char member)
{
    for (std::size_t before = 0; before < 40; ++before)
        for (int c = 0; c < 256; ++c) {
            auto text = std::string(before, member) + static_cast<char>(c) + std::string(20, member);
            for (const std::size_t size : {text.size(), before + 1, before}) {
                const char* const last = text.data() + size;
                const char* expected = text.data();
                while (expected != last && Class::bytes(*expected)) ++expected;
                ASSERT_EQ(byte_runs::end_of_run<Class>(text.data(), last) - text.data(), expected - text.data())
                    << "byte " << c << " behind " << before << " of " << size;
            }
        }
}

} // namespace

TEST(ByteRuns, EndAtTheFirstStranger)
{
    expect_ends<names>('a');
    expect_ends<names>('.');
    expect_ends<but_quotes>('\xff');
    expect_ends<ascii_line>('\x01');
    expect_ends<high>('\x80');
    expect_ends<all>('\0');
}

} // namespace ballast::tests
