// Files, mutated as trees: the mutator parses its input, replaces a subtree by a drawn one or by one of another input,
// and prints the result. Oracle: those of parse_fuzzer and differential_fuzzer.
#include "fuzz/oracle.hpp"

#include "generate/mutate.hpp"

#include <cstring>

namespace ballast::fuzz {

namespace {

// Prints a mutated tree over `data`. Returns 0 if the text is not a dump, or if the result is too long.
std::size_t mutate_tree(std::string_view text, std::string_view other, std::uint8_t* out, std::size_t max_size,
                        std::uint64_t seed)
{
    const auto read = parse(text);
    if (!read.accepted()) return 0;
    const auto spliced = parse(other);
    ast::arena memory;
    random_source from(seed);
    const auto possible = date(read.value->witnesses()).possible;
    const auto when = possible.empty() ? end_of_history - 1 : possible.intervals().back().begin;
    generate::nodes draw(from, memory, when);
    const auto changed =
        generate::mutated(read.value->tree(), spliced.accepted() ? &spliced.value->tree() : nullptr, draw);
    const auto printed = ballast::printed([&](sink& to) { print(to, changed); });
    if (printed.size() > max_size) return 0;
    std::memcpy(out, printed.data(), printed.size());
    return printed.size();
}

} // namespace

} // namespace ballast::fuzz

#ifdef BALLAST_LIBFUZZER
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed)
{
    if (seed % 4 != 0)
        if (const auto mutated =
                ballast::fuzz::mutate_tree(ballast::fuzz::text_of(data, size), {}, data, max_size, seed))
            return mutated;
    return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data1, std::size_t size1,
                                                 const std::uint8_t* data2, std::size_t size2, std::uint8_t* out,
                                                 std::size_t max_size, unsigned seed)
{
    return ballast::fuzz::mutate_tree(ballast::fuzz::text_of(data1, size1), ballast::fuzz::text_of(data2, size2), out,
                                      max_size, seed);
}
#endif

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace ballast;
    const auto text = fuzz::text_of(data, size);
    fuzz::check_against_recogniser(fuzz::check_whole(text), recognise(text), text);
#ifndef BALLAST_LIBFUZZER
    // Without an engine the mutator runs here, several times for each input.
    static std::string out(1 << 20, '\0');
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto mutated =
            fuzz::mutate_tree(text, text, reinterpret_cast<std::uint8_t*>(out.data()), out.size(), seed);
        fuzz::check_whole(std::string_view(out.data(), mutated));
    }
#endif
    return 0;
}
