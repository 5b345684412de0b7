// The JSON of a module in a page: spec/report.schema.json.
#include "analyse/holder_rows.hpp"
#include "base/saturating_sum.hpp"
#include "render/memory_parts.hpp"
#include "render/page.hpp"

#include "ballast/releases.hpp"
#include "ballast/verdict.hpp"
#include "render/space_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <numeric>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace ballast::inline v0::render {

namespace {

constexpr std::ptrdiff_t most_donations = 10'000; // that are listed

// Each text once; the empty one is the first.
class string_table {
public:
    string_table() { number_of({}); }

    std::int64_t number_of(std::string_view text) { return texts_.of(text.data(), text.size()); }
    void put(json_writer& out) const
    {
        out.array("strings", [&] {
            for (model::number i = 0; i < texts_.size(); ++i) {
                const auto text = texts_[i];
                out.text({text.data(), text.size()});
            }
        });
    }

private:
    model::interned<char> texts_;
};

// Columns of a list of holders, whose texts have numbers of their own.
class listed {
public:
    listed(const holder_list& of, string_table& strings) : of_(of), strings_(strings) {}

    [[nodiscard]] std::size_t size() const { return of_.size(); }
    [[nodiscard]] holder_numbers numbers(std::size_t i) const { return of_.numbers(i); }
    [[nodiscard]] model::number stack(std::size_t i) const { return (*of_.rows())[i].texts.stack; }
    [[nodiscard]] holder whole(std::size_t i) const { return of_[i]; }
    // In the table of strings.
    std::int64_t text(std::size_t i, model::number analyse::holder_texts::* of)
    {
        const auto which = (*of_.rows())[i].texts.*of;
        if (which >= known_.size()) known_.resize(which + std::size_t{1}, unknown);
        auto& known = known_[which];
        if (known == unknown) known = strings_.number_of(of_.rows()->text(which));
        return known;
    }

private:
    static constexpr std::int64_t unknown = -1;

    const holder_list& of_;
    string_table& strings_;
    std::vector<std::int64_t> known_;
};

struct text_column {
    std::string_view name;
    model::number analyse::holder_texts::* of;
};
constexpr std::array text_columns{
    text_column{"name", &analyse::holder_texts::name},     text_column{"label", &analyse::holder_texts::label},
    text_column{"group", &analyse::holder_texts::group},   text_column{"scope", &analyse::holder_texts::scope},
    text_column{"source", &analyse::holder_texts::source}, text_column{"shape", &analyse::holder_texts::shape},
    text_column{"op", &analyse::holder_texts::opcode}};

void add(std::int64_t& to, std::int64_t bytes) { to = saturating_sum(to, bytes); }

template <typename Rows, typename Cell>
void column(json_writer& out, std::string_view name, const Rows& rows, const Cell& cell)
{
    out.array(name, [&] {
        for (const auto& row : rows) out.number(cell(row));
    });
}

class picture_writer {
public:
    picture_writer(json_writer& out, const answers::shown_module& of)
        : out_(out), of_(of), memory_(of.memory), values_(memory_.buffers, strings_), held_(memory_.holders, strings_)
    {
    }

    void write()
    {
        out_.object([&] {
            choose();
            head();
            spaces();
            allocations();
            buffers();
            schedule();
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
        out_.member("era", era_text(of_.era));
        put_files(out_, of_.files);
        out_.member("from_report", memory_.from_report);
        if (!memory_.of_dump.is_whole()) out_.member("incomplete", incomplete_sentence(memory_.of_dump));
        out_.member("live_ranges", memory_.ranges);
        out_.member("instructions", memory_.instructions);
        out_.member("stack_frames_missing", memory_.frames_missing);
        out_.member("steps", memory_.steps);
        put_optional(out_, "xla_peak", memory_.xla_peak);
        put_optional(out_, "printed_total", memory_.printed_total);
        out_.member("thread_local", memory_.thread_local_bytes);
        out_.member("values", memory_.values);
    }

    void put_verdict(std::int64_t space)
    {
        const auto& fit = memory_.fit;
        const bool fit_here = fit && fit->space == space;
        const bool advised = fit_here && fit->is_too_large() && !fit->suggestions.empty();
        out_.member("verdict", advised ? std::string() : full_verdict_of(memory_, space));
        if (!fit_here) return;
        out_.object("fit", [&] {
            if (fit->verdict() != fit_verdict::undecided) out_.member("fits", fit->fits());
            out_.member("verdict", fit_sentence(*fit));
            if (!fit->limit.device.empty()) out_.member("assumption", fit->limit.assumption);
            if (!advised) return;
            out_.member("heading", suggestions_heading);
            out_.array("suggestions", [&] {
                for (const auto& sentence : suggestion_sentences(*fit)) out_.text(sentence);
            });
        });
    }

    void spaces()
    {
        out_.array("spaces", [&] {
            for (const auto& s : memory_.spaces)
                out_.object([&] {
                    put_numbers(out_, s);
                    out_.member("name", space_name(memory_, of_.files, s.space));
                    put_verdict(s.space);
                    out_.array("savings", [&] {
                        for (const auto& saved : memory_.savings)
                            if (saved.space == s.space) put_saving(saved);
                    });
                    out_.array("occupied", [&] {
                        for (const auto& use : s.occupied) {
                            out_.number(use.step);
                            out_.number(use.bytes);
                        }
                    });
                });
        });
    }

    void put_saving(const saving& saved)
    {
        out_.object([&] {
            out_.member("kind", spelling(saved.kind));
            out_.member("bytes", saved.bytes);
        });
    }

    // Allocations of values that are shown, or all if they are few; one row for the others of each space and class.
    void allocations()
    {
        std::vector<allocation_memory> shown;
        const auto& all = memory_.allocations;
        if (all.size() <= most_pictured) {
            shown = all;
        } else {
            std::vector<std::int64_t> wanted;
            for (const auto i : chosen_) wanted.push_back(values_.numbers(i).allocation);
            std::ranges::sort(wanted);
            std::map<std::pair<std::int64_t, buffer_class>, std::int64_t> others;
            for (const auto& a : all)
                if (std::ranges::binary_search(wanted, a.number))
                    shown.push_back(a);
                else
                    add(others[{a.space, a.is}], a.size);
            for (const auto& [of, bytes] : others) shown.push_back({-1, of.first, of.second, bytes});
        }
        for (std::size_t i = 0; i < shown.size(); ++i) rows_.try_emplace(shown[i].number, static_cast<std::int64_t>(i));
        out_.object("allocations", [&] {
            column(out_, "number", shown, [](const allocation_memory& a) { return a.number; });
            column(out_, "space", shown, [](const allocation_memory& a) { return a.space; });
            column(out_, "size", shown, [](const allocation_memory& a) { return a.size; });
            out_.array("class", [&] {
                for (const auto& a : shown) out_.text(spelling(a.is));
            });
        });
    }

    // The `most_pictured` rows with the most `weight`, in their order, and the others.
    template <typename Weight>
    static std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> divided(std::size_t count,
                                                                                     const Weight& weight)
    {
        std::vector<std::uint32_t> first(count);
        std::iota(first.begin(), first.end(), std::uint32_t{0});
        if (count <= most_pictured) return {std::move(first), {}};
        const auto middle = first.begin() + static_cast<std::ptrdiff_t>(most_pictured);
        std::ranges::nth_element(first, middle, [&](std::uint32_t a, std::uint32_t b) {
            const auto x = weight(a);
            const auto y = weight(b);
            return x != y ? x > y : a < b;
        });
        std::vector<std::uint32_t> rest(middle, first.end());
        first.erase(middle, first.end());
        std::ranges::sort(first);
        return {std::move(first), std::move(rest)};
    }

    // The values and holders that are shown.
    void choose()
    {
        std::vector<std::uint32_t> unshown;
        std::tie(chosen_, unshown) = divided(values_.size(), [&](std::uint32_t i) {
            const auto h = values_.numbers(i);
            const auto steps =
                h.start < 0 || h.end < h.start ? memory_.steps : std::min(h.end, memory_.steps) - h.start + 1;
            return static_cast<long double>(h.size) * static_cast<long double>(std::max<std::int64_t>(1, steps));
        });
        left_out_ = unshown.size();
        for (const auto i : unshown) add(left_out_bytes_, values_.numbers(i).size);
        std::tie(chosen_holders_, unshown) =
            divided(held_.size(), [&](std::uint32_t i) { return held_.numbers(i).bytes; });
        for (const auto i : unshown) {
            const auto h = held_.numbers(i);
            auto& more = more_holders_[{h.space, h.is}];
            ++more.count;
            add(more.bytes, h.bytes);
        }
    }

    void buffers()
    {
        if (left_out_ != 0)
            out_.object("left_out", [&] {
                out_.member("count", left_out_);
                out_.member("bytes", left_out_bytes_);
            });
        for (std::size_t i = 0; i < chosen_.size(); ++i)
            buffers_.try_emplace(values_.numbers(chosen_[i]).value, static_cast<std::int64_t>(i));
        out_.object("buffers", [&] {
            column(out_, "allocation", chosen_, [&](auto i) { return row_of(values_.numbers(i).allocation); });
            for (const auto& [name, member] :
                 std::initializer_list<std::pair<std::string_view, std::int64_t holder_numbers::*>>{
                     {"value", &holder_numbers::value},
                     {"offset", &holder_numbers::offset},
                     {"size", &holder_numbers::size},
                     {"logical", &holder_numbers::logical},
                     {"start", &holder_numbers::start},
                     {"end", &holder_numbers::end}})
                column(out_, name, chosen_, [&, at = member](auto i) { return values_.numbers(i).*at; });
            for (const auto& [name, of] : text_columns)
                column(out_, name, chosen_, [&, at = of](auto i) { return values_.text(i, at); });
            column(out_, "op_name", chosen_, [&](auto i) { return values_.text(i, &analyse::holder_texts::op_name); });
            column(out_, "stack", chosen_, [&](auto i) { return stack_number(i); });
        });
        out_.array("stacks", [&] {
            for (const auto* stack : stacks_)
                out_.array([&] {
                    for (const auto call : *stack) out_.number(call);
                });
        });
    }

    // Instructions, and which values they read. Nothing of a long schedule.
    void schedule()
    {
        const std::vector<analyse::scheduled_row> none;
        const auto* rows = memory_.buffers.rows();
        const bool few = rows && rows->schedule().size() <= most_pictured;
        const auto& all = few ? rows->schedule() : none;
        const auto texts = [&](std::string_view name, model::number analyse::scheduled_row::* of) {
            column(out_, name, all,
                   [&](const analyse::scheduled_row& i) { return strings_.number_of(rows->text(i.*of)); });
        };
        out_.object("schedule", [&] {
            column(out_, "step", all, [](const analyse::scheduled_row& i) { return i.step; });
            texts("name", &analyse::scheduled_row::name);
            texts("op", &analyse::scheduled_row::opcode);
            texts("label", &analyse::scheduled_row::label);
            texts("source", &analyse::scheduled_row::source);
        });
        std::vector<std::pair<std::int64_t, analyse::read_row>> shown;
        if (few)
            for (const auto& read : rows->reads())
                if (const auto found = buffers_.find(read.value); found != buffers_.end())
                    shown.emplace_back(found->second, read);
        out_.object("reads", [&] {
            column(out_, "buffer", shown, [](const auto& read) { return read.first; });
            column(out_, "step", shown, [](const auto& read) { return read.second.step; });
            column(out_, "operand", shown, [](const auto& read) { return read.second.operand; });
        });
    }

    std::int64_t stack_number(std::size_t value)
    {
        const auto which = values_.stack(value);
        if (which == 0) return -1;
        const auto [known, fresh] = known_stacks_.try_emplace(which, 0);
        if (!fresh) return known->second;
        std::vector<std::int64_t> calls;
        for (const auto& call : values_.whole(value).stack)
            calls.push_back(strings_.number_of(
                fmt::format("{}:{}{}{}", call.file, call.line, call.function.empty() ? "" : " ", call.function)));
        const auto [at, added] =
            stack_numbers_.try_emplace(std::move(calls), static_cast<std::int64_t>(stacks_.size()));
        if (added) stacks_.push_back(&at->first);
        return known->second = at->second;
    }

    // Those that are shown, then a row for the others of each space and class.
    void holders()
    {
        const auto all = [&](std::string_view name, const auto& cell, const auto& of_others) {
            out_.array(name, [&] {
                for (const auto i : chosen_holders_) out_.number(cell(i));
                for (const auto& [of, more] : more_holders_) out_.number(of_others(of, more));
            });
        };
        using space_class = std::pair<std::int64_t, buffer_class>;
        const auto nothing = [](const space_class&, const more_of&) { return std::int64_t{0}; };
        const auto words = [&](const space_class&, const more_of& more) {
            return strings_.number_of(fmt::format("{} more", more.count));
        };
        out_.object("holders", [&] {
            all(
                "space", [&](std::size_t i) { return held_.numbers(i).space; },
                [](const space_class& of, const more_of&) { return of.first; });
            all(
                "class", [&](std::size_t i) { return class_text(held_.numbers(i).is); },
                [&](const space_class& of, const more_of&) { return class_text(of.second); });
            all(
                "buffer",
                [&](std::size_t i) {
                    const auto value = held_.numbers(i).value;
                    const auto found = value < 0 ? buffers_.end() : buffers_.find(value);
                    return found == buffers_.end() ? std::int64_t{-1} : found->second;
                },
                [](const space_class&, const more_of&) { return std::int64_t{-1}; });
            all(
                "bytes", [&](std::size_t i) { return held_.numbers(i).bytes; },
                [](const space_class&, const more_of& more) { return more.bytes; });
            for (const auto& [name, of] : text_columns) {
                const auto cell = [&, at = of](std::size_t i) { return held_.text(i, at); };
                if (name == "label" || name == "group")
                    all(name, cell, words);
                else
                    all(name, cell, nothing);
            }
        });
    }

    void rest()
    {
        out_.array("padding", [&] {
            for (const auto& p : memory_.padded) put(out_, p);
        });
        // The largest; the others are only counted.
        out_.array("donations", [&] {
            for (const auto& d : memory_.donations)
                if (&d - memory_.donations.data() < most_donations) put(out_, d);
        });
        std::map<std::int64_t, more_of> more;
        for (auto i = static_cast<std::size_t>(most_donations); i < memory_.donations.size(); ++i) {
            auto& here = more[memory_.donations[i].space];
            ++here.count;
            add(here.bytes, memory_.donations[i].bytes);
        }
        if (!more.empty())
            out_.array("more_donations", [&] {
                for (const auto& [space, of] : more)
                    out_.object([&, s = space, m = of] {
                        out_.member("space", s);
                        out_.member("count", m.count);
                        out_.member("bytes", m.bytes);
                    });
            });
        const bool few = memory_.arenas.size() <= most_pictured;
        out_.array("arenas", [&] {
            for (const auto& a : memory_.arenas)
                if (few || a.never_filled() > 0) put(out_, a, memory_.ranges);
        });
    }

    // In the table of strings.
    std::int64_t class_text(buffer_class is) { return strings_.number_of(spelling(is)); }
    [[nodiscard]] std::int64_t row_of(std::int64_t allocation) const
    {
        const auto found = rows_.find(allocation);
        return found == rows_.end() ? -1 : found->second;
    }

    json_writer& out_;
    const answers::shown_module& of_;
    const memory_analysis& memory_;
    string_table strings_;
    listed values_;
    listed held_;
    std::vector<std::uint32_t> chosen_;         // values that are shown
    std::vector<std::uint32_t> chosen_holders_; // holders that are
    std::size_t left_out_ = 0;
    std::int64_t left_out_bytes_ = 0;
    struct more_of {
        std::size_t count = 0;
        std::int64_t bytes = 0;
    };
    std::map<std::pair<std::int64_t, buffer_class>, more_of> more_holders_;
    std::unordered_map<std::int64_t, std::int64_t> rows_;    // by number of the allocation
    std::unordered_map<std::int64_t, std::int64_t> buffers_; // by id of the value
    std::unordered_map<model::number, std::int64_t> known_stacks_;
    std::map<std::vector<std::int64_t>, std::int64_t> stack_numbers_;
    std::vector<const std::vector<std::int64_t>*> stacks_;
};

} // namespace

void write_picture(json_writer& out, const answers::shown_module& module) { picture_writer(out, module).write(); }

std::string picture_json(const answers::shown_module& module)
{
    std::string result;
    json_writer out(
        [&](std::string_view piece) {
            result += piece;
            return true;
        },
        json_reader::people);
    write_picture(out, module);
    out.finish();
    return result;
}

} // namespace ballast::inline v0::render
