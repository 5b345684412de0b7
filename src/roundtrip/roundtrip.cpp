#include "roundtrip/roundtrip.hpp"

#include "roundtrip/record_writer.hpp"

#include <new>
#include <utility>
#include <variant>

namespace ballast {

namespace round {

namespace {

// What is no dump has all that it holds, but for tables of buffers and the allocations of out-of-memory reports.
bool lacks_rows(const document& read)
{
    return !read.has_rows() && !read.usage_report() && !read.module_text() && !read.statistics();
}

} // namespace

void print_back(sink& out, const document& read, std::size_t threads, const read::limits& within)
{
    if (!lacks_rows(read)) return print(out, read.tree());
    const auto* dump = std::get_if<ast::dump>(&read.tree());
    if (!dump) {
        const auto whole = read::with_rows(read, threads);
        return print(out, whole.tree());
    }
    record_writer writer(*dump, out);
    if (!read::hand_again(read, {.threads = threads}, within, writer)) throw read::changed_text();
    writer.finish();
}

printed_back parse_and_compare(source_text text, const parse_options& options, const read::limits& within,
                               std::size_t large) noexcept
{
    printed_back result;
    try {
        auto asked = options;
        asked.form_only = text.view().size() >= large;
        result.read = read::parse(std::move(text), asked, within);
        if (!result.read.accepted()) return result;
        const auto& value = *result.read.value;
        printed_comparison comparison(value.text());
        try {
            print_back(comparison.out(), value, asked.threads, within);
        } catch (const read::changed_text&) {
            return parse_and_compare(source_text::copy_of(value.text()), options, within, SIZE_MAX);
        }
        result.differs = comparison.finish();
    } catch (const std::bad_alloc&) {
        result.read = {};
        result.read.findings.push_back(
            {.id = finding_id::out_of_memory, .said = {"not enough memory to print what was read"}});
        result.differs.reset();
    }
    return result;
}

} // namespace round

inline namespace v0 {

bool print_back(sink& out, const document& read, std::size_t threads) noexcept
try {
    round::print_back(out, read, threads, {});
    return true;
} catch (const std::bad_alloc&) {
    return false;
} catch (const read::changed_text&) {
    return false;
}

printed_back parse_and_compare(source_text text, const parse_options& options) noexcept
{
    constexpr std::size_t large = 1024 * 1024;
    return round::parse_and_compare(std::move(text), options, {}, large);
}

} // namespace v0

} // namespace ballast
