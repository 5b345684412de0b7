#include "cli/page.hpp"

#include "ballast/version.hpp"
#include "cli/heap_picture.hpp"
#include "cli/memory_parts.hpp"
#include "cli/page_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace ballast::cli {

namespace {

// Texts that repeat stand once; the empty one is the first.
class string_table {
public:
    string_table() { number_of(std::string()); }

    std::int64_t number_of(const std::string& text)
    {
        const auto [at, added] = numbers_.try_emplace(text, static_cast<std::int64_t>(texts_.size()));
        if (added) texts_.push_back(&at->first);
        return at->second;
    }
    void put(json_writer& out) const
    {
        out.array("strings", [&] {
            for (const auto* text : texts_) out.text(*text);
        });
    }

private:
    std::unordered_map<std::string, std::int64_t> numbers_;
    std::vector<const std::string*> texts_;
};

template <typename Rows, typename Cell>
void column(json_writer& out, std::string_view name, const Rows& rows, const Cell& cell)
{
    out.array(name, [&] {
        for (const auto& row : rows) out.number(cell(row));
    });
}

class module_writer {
public:
    module_writer(json_writer& out, const pictured_module& of) : out_(out), of_(of), memory_(of.memory) {}

    void write()
    {
        out_.object([&] {
            head();
            spaces();
            allocations();
            buffers();
            holders();
            rest();
            strings_.put(out_);
        });
    }

private:
    void head()
    {
        out_.member("name", of_.name);
        out_.member("path", of_.path);
        out_.member("era", of_.era);
        put_files(out_, of_.files);
        out_.member("live_ranges", memory_.ranges);
        out_.member("instructions", memory_.instructions);
        out_.member("stack_frames_missing", memory_.frames_missing);
        out_.member("ticks", memory_.ticks);
        put_optional(out_, "peak", memory_.peak);
        put_optional(out_, "total", memory_.total);
        out_.member("thread_local", memory_.thread_local_bytes);
        out_.member("values", memory_.values);
    }

    void spaces()
    {
        out_.array("spaces", [&] {
            for (const auto& s : memory_.spaces)
                out_.object([&] {
                    put_numbers(out_, s);
                    out_.array("occupied", [&] {
                        for (const auto& use : s.occupied) {
                            out_.number(use.tick);
                            out_.number(use.bytes);
                        }
                    });
                });
        });
    }

    void allocations()
    {
        const auto& all = memory_.allocations;
        for (std::size_t i = 0; i < all.size(); ++i) rows_.try_emplace(all[i].number, static_cast<std::int64_t>(i));
        out_.object("allocations", [&] {
            column(out_, "number", all, [](const allocation_memory& a) { return a.number; });
            column(out_, "space", all, [](const allocation_memory& a) { return a.space; });
            column(out_, "size", all, [](const allocation_memory& a) { return a.size; });
            out_.array("class", [&] {
                for (const auto& a : all) out_.text(spelling(a.is));
            });
        });
    }

    // Those that are shown, in their order.
    void choose()
    {
        const auto& all = memory_.buffers;
        chosen_.resize(all.size());
        std::iota(chosen_.begin(), chosen_.end(), std::size_t{0});
        if (all.size() <= most_pictured) return;
        const auto area = [&](std::size_t i) {
            const auto& h = all[i];
            const auto ticks =
                h.start < 0 || h.end < h.start ? memory_.ticks : std::min(h.end, memory_.ticks) - h.start + 1;
            return static_cast<long double>(h.size) * static_cast<long double>(std::max<std::int64_t>(1, ticks));
        };
        const auto middle = chosen_.begin() + static_cast<std::ptrdiff_t>(most_pictured);
        std::ranges::nth_element(chosen_, middle, [&](std::size_t a, std::size_t b) {
            const auto x = area(a);
            const auto y = area(b);
            return x != y ? x > y : a < b;
        });
        std::int64_t bytes = 0;
        for (auto i = middle; i != chosen_.end(); ++i) bytes = saturating_sum(bytes, all[*i].size);
        out_.object("left_out", [&] {
            out_.member("count", static_cast<std::size_t>(chosen_.end() - middle));
            out_.member("bytes", bytes);
        });
        chosen_.erase(middle, chosen_.end());
        std::ranges::sort(chosen_);
    }

    // What buffers and holders say of themselves.
    template <typename Rows, typename Of>
    void texts(const Rows& rows, const Of& of)
    {
        for (const auto& [name, member] :
             std::initializer_list<std::pair<std::string_view, std::string holder::*>>{{"name", &holder::name},
                                                                                       {"label", &holder::label},
                                                                                       {"group", &holder::group},
                                                                                       {"scope", &holder::scope},
                                                                                       {"source", &holder::source},
                                                                                       {"shape", &holder::shape},
                                                                                       {"op", &holder::opcode}})
            column(out_, name, rows, [&, at = member](const auto& row) { return strings_.number_of(of(row).*at); });
    }

    void buffers()
    {
        choose();
        const auto of = [&](std::size_t i) -> const holder& { return memory_.buffers[i]; };
        for (std::size_t i = 0; i < chosen_.size(); ++i)
            buffers_.try_emplace(of(chosen_[i]).value, static_cast<std::int64_t>(i));
        out_.object("buffers", [&] {
            column(out_, "allocation", chosen_, [&](std::size_t i) { return row_of(of(i).allocation); });
            for (const auto& [name, member] :
                 std::initializer_list<std::pair<std::string_view, std::int64_t holder::*>>{
                     {"value", &holder::value},
                     {"offset", &holder::offset},
                     {"size", &holder::size},
                     {"logical", &holder::logical},
                     {"start", &holder::start},
                     {"end", &holder::end}})
                column(out_, name, chosen_, [&, at = member](std::size_t i) { return of(i).*at; });
            texts(chosen_, of);
            column(out_, "op_name", chosen_, [&](std::size_t i) { return strings_.number_of(of(i).op_name); });
            column(out_, "stack", chosen_, [&](std::size_t i) { return stack_number(of(i).stack); });
        });
        out_.array("stacks", [&] {
            for (const auto* stack : stacks_)
                out_.array([&] {
                    for (const auto call : *stack) out_.number(call);
                });
        });
    }

    std::int64_t stack_number(const std::vector<source_call>& stack)
    {
        if (stack.empty()) return -1;
        std::vector<std::int64_t> calls;
        for (const auto& call : stack)
            calls.push_back(strings_.number_of(
                fmt::format("{}:{}{}{}", call.file, call.line, call.function.empty() ? "" : " ", call.function)));
        const auto [at, added] =
            stack_numbers_.try_emplace(std::move(calls), static_cast<std::int64_t>(stacks_.size()));
        if (added) stacks_.push_back(&at->first);
        return at->second;
    }

    void holders()
    {
        const auto& all = memory_.holders;
        const auto self = [](const holder& h) -> const holder& { return h; };
        out_.object("holders", [&] {
            column(out_, "allocation", all, [&](const holder& h) { return row_of(h.allocation); });
            column(out_, "buffer", all, [&](const holder& h) {
                const auto found = h.value < 0 ? buffers_.end() : buffers_.find(h.value);
                return found == buffers_.end() ? std::int64_t{-1} : found->second;
            });
            column(out_, "bytes", all, [](const holder& h) { return h.bytes; });
            texts(all, self);
        });
    }

    void rest()
    {
        out_.array("padding", [&] {
            for (const auto& p : memory_.padded) put(out_, p);
        });
        out_.array("donations", [&] {
            for (const auto& d : memory_.donations) put(out_, d);
        });
        out_.array("arenas", [&] {
            for (const auto& a : memory_.arenas) put(out_, a, memory_.ranges);
        });
    }

    [[nodiscard]] std::int64_t row_of(std::int64_t allocation) const
    {
        const auto found = rows_.find(allocation);
        return found == rows_.end() ? -1 : found->second;
    }

    json_writer& out_;
    const pictured_module& of_;
    const memory_analysis& memory_;
    string_table strings_;
    std::unordered_map<std::int64_t, std::int64_t> rows_;    // by number of the allocation
    std::unordered_map<std::int64_t, std::int64_t> buffers_; // by id of the value
    std::vector<std::size_t> chosen_;
    std::map<std::vector<std::int64_t>, std::int64_t> stack_numbers_;
    std::vector<const std::vector<std::int64_t>*> stacks_;
};

// The template with its gaps filled in. JSON stands in a script element, which ends at `</script`.
std::string page_of(std::string_view title, std::string_view json)
{
    std::string data;
    data.reserve(json.size() + json.size() / 64);
    for (const char c : json)
        if (c == '<')
            data += "\\u003c";
        else
            data += c;
    const auto name = xml_text(title);
    const std::array<std::pair<std::string_view, std::string_view>, 5> gaps{{{"{{script hash}}", page_script_hash},
                                                                             {"{{title}}", name},
                                                                             {"/*style*/", page_style},
                                                                             {"{{data}}", data},
                                                                             {"/*script*/", page_script}}};
    std::string result;
    std::string_view rest = page_template;
    for (const auto& [gap, text] : gaps) {
        const auto at = rest.find(gap);
        result.append(rest.substr(0, at)).append(text);
        rest.remove_prefix(at + gap.size());
    }
    return result.append(rest);
}

template <typename Body>
std::string page(const std::string& title, std::string_view kind, const std::vector<std::string>& pictures,
                 const Body& body)
{
    json_writer out(json_reader::people);
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 1);
        out.member("kind", kind);
        out.member("title", title);
        out.array("pictures", [&] {
            for (const auto& picture : pictures) out.raw(picture);
        });
        body(out);
    });
    return page_of(title, out.result());
}

} // namespace

std::string picture_json(const pictured_module& module)
{
    json_writer out(json_reader::people);
    module_writer(out, module).write();
    return out.result();
}

std::string module_page(const std::string& title, const std::string& picture)
{
    return page(title, "module", {picture}, [](json_writer&) {});
}

std::string diff_page(const std::string& title, const std::vector<std::string>& pictures,
                      const std::vector<page_change>& changes, const options& given)
{
    return page(title, "diff", pictures, [&](json_writer& out) {
        out.array("changes", [&] {
            for (const auto& change : changes)
                out.object([&] {
                    out.member("module", change.what->name());
                    if (change.what->before) out.member("before", change.what->before->path);
                    if (change.what->after) out.member("after", change.what->after->path);
                    if (change.before) out.member("picture_before", *change.before);
                    if (change.after) out.member("picture_after", *change.after);
                    put_changes(out, change.what->what, given);
                });
        });
    });
}

std::string folder_page(const std::string& title, const std::vector<std::string>& pictures, const folder_summary& all,
                        const std::vector<page_row>& rows)
{
    return page(title, "folder", pictures, [&](json_writer& out) {
        put_counts(out, all);
        out.array("rows", [&] {
            for (const auto& row : rows)
                out.object([&] {
                    put_row(out, *row.what);
                    if (row.picture) out.member("picture", *row.picture);
                });
        });
    });
}

} // namespace ballast::cli
