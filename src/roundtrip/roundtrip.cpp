#include "roundtrip/roundtrip.hpp"

#include <cstdint>
#include <new>
#include <utility>
#include <variant>

namespace ballast {

namespace roundtripping {

namespace {

// Flushes the text of a batch, so that a comparison does not need the pages of its source again.
class batch_printer : public record_printer {
public:
    batch_printer(sink& out, const ast::forms& forms) : record_printer(out, forms), out_(out) {}
    void forget_nodes()
    {
        record_printer::forget_nodes();
        out_.flush();
    }

private:
    sink& out_;
};

} // namespace

void print(sink& out, const document& read, const stream_options& streaming)
{
    const auto* dump = std::get_if<ast::dump>(&read.tree());
    if (!dump) return ballast::print(out, read.tree());
    batch_printer printer(out, dump->forms);
    if (!read.for_each_record(streaming, printer)) throw read::changed_text();
}

compared_text compare_printed(source_text text, const parse_options& options, const read::limits& within,
                              std::size_t large) noexcept
{
    compared_text result;
    try {
        auto asked = options;
        asked.form_only = text.view().size() >= large;
        result.read = read::parse(std::move(text), asked, within);
        if (!result.read.accepted()) return result;
        const auto& value = *result.read.value;
        printed_comparison comparison(value.text());
        try {
            print(comparison.out(), value, within.streaming(asked.threads));
        } catch (const read::changed_text&) {
            return compare_printed(source_text::copy_of(value.text()), options, within, SIZE_MAX);
        }
        result.differs = comparison.finish();
    } catch (const std::bad_alloc&) {
        result.read = {};
        result.read.findings.push_back(
            {.id = finding_id::out_of_memory, .message = {"not enough memory to print what was read"}});
        result.differs.reset();
    }
    return result;
}

} // namespace roundtripping

inline namespace v0 {

bool print(sink& out, const document& x, std::size_t threads) noexcept
try {
    roundtripping::print(out, x, {.threads = threads});
    return true;
} catch (const std::bad_alloc&) {
    return false;
} catch (const read::changed_text&) {
    return false;
}

std::string print(const document& x)
{
    bool whole = false;
    auto text = printed([&](sink& out) { whole = print(out, x); });
    return whole ? text : std::string();
}

compared_text compare_printed(source_text text, const parse_options& options) noexcept
{
    constexpr std::size_t large = 1024 * 1024;
    return roundtripping::compare_printed(std::move(text), options, {}, large);
}

} // namespace v0

} // namespace ballast
