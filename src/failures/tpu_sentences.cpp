// What the compiler for TPUs says.
#include "failures/collector.hpp"

#include "base/letters.hpp"
#include "base/needles.hpp"
#include "base/saturating_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ballast::failures {

namespace {

constexpr std::array<std::string_view, 7> spaces{"hbm", "vmem", "smem", "cmem", "sflag", "spmem", "host"};
bool is_space(std::string_view word) { return std::ranges::find(spaces, word) != spaces.end(); }

// The name in `%fusion.1 = f32[8] fusion(…)`, or the text without its end.
std::string name_in(std::string_view label)
{
    if (label.starts_with('%')) label.remove_prefix(1);
    for (const std::string_view end : {" = ", "...", "\n"}) label = label.substr(0, label.find(end));
    while (label.ends_with('.') || label.ends_with(' ')) label.remove_suffix(1);
    constexpr std::size_t longest = 80;
    return std::string(label.substr(0, longest));
}

std::string file_and_line(std::string_view path, std::string_view line)
{
    const auto name = path.substr(path.rfind('/') + 1);
    return line.empty() ? std::string(name) : fmt::format("{}:{}", name, line);
}

} // namespace

// --- at compile time -------------------------------------------------------------------------------------------------

// The draft that parts of a report belong to.
draft& collector::tpu_draft(std::string_view space, std::size_t at)
{
    auto* found = last({event::tpu_memory});
    if (found && (space.empty() || found->space.empty() || found->space == space)) return *found;
    auto& made = open(event::tpu_memory, at);
    made.space = space;
    return made;
}

void collector::used(const match& found, std::size_t at)
{
    // Notes have it in capitals.
    const auto space = lower_case(found.values[2]);
    if (!is_space(space)) return used_of_space(found, at);
    add_needs(amount_at(found, 0), amount_at(found, 1), space, at, found.end);
}

// The sentence before has the name of the memory.
void collector::used_of_space(const match& found, std::size_t at)
{
    constexpr std::size_t distance = 60;
    const auto space = word_before("memory space ", at, distance);
    if (is_space(space)) add_needs(amount_at(found, 0), amount_at(found, 1), space, at, found.end);
}

void collector::add_needs(const amount& needed, const amount& available, std::string_view space, std::size_t at,
                          std::size_t end)
{
    const auto same = [&](const draft& d) {
        return d.space == space && d.needed && d.available && d.needed->text == needed.text &&
               d.available->text == available.text;
    };
    if (repeated(event::tpu_memory, at, same)) return;
    // The log lists the program before the exception says what is available.
    auto* pending = last({event::tpu_memory});
    const bool fits = pending && !pending->needed && (pending->space.empty() || pending->space == space) &&
                      (!pending->program_bytes || pending->program_bytes->bytes <= needed.bytes);
    auto& d = fits ? *pending : open(event::tpu_memory, at);
    d.has_lead = true;
    d.needed = needed;
    d.available = available;
    d.space = space;
    d.end = end;
}

void collector::exceeded(const match& found, std::size_t at)
{
    if (!is_space(found.values[0])) return;
    const auto missing = amount_at(found, 1);
    auto* d = last_that([&](const draft& each) {
        return each.kind == event::tpu_memory && each.space == found.values[0] &&
               (!each.missing || each.missing->text == missing.text);
    });
    constexpr std::size_t distance = 300;
    if (!d || (!d->missing && at - std::min(at, d->end) > distance)) {
        d = &open(event::tpu_memory, at);
        d->space = found.values[0];
        d->has_lead = true;
    }
    if (!d->missing) d->missing = missing;
    d->end = std::max(d->end, found.end);
}

void collector::ran_out(const match& found, std::size_t at)
{
    // Usually the sizes follow.
    const auto rest = after(found.end, 300);
    if (rest.find("Used ") < 8 || rest.find("on stack for") < 24 || rest.find("Used ") < 40) return;
    if (!is_space(found.values[0])) return;
    const std::string space(found.values[0]);
    if (repeated(event::tpu_memory, at, [&](const draft& d) { return d.has_lead && !d.needed && d.space == space; }))
        return;
    auto& d = open(event::tpu_memory, at);
    d.space = space;
    d.has_lead = true;
    d.end = found.end;
}

void collector::temporaries(const match& found, std::size_t at)
{
    const auto needed = amount_at(found, 0);
    const auto available = amount_at(found, 1);
    // The log has the same figures, in a report.
    const auto same = [&](const draft& d) {
        return d.needed && d.available && d.space == "hbm" && d.needed->text == needed.text &&
               d.available->text == available.text;
    };
    auto* d = repeated(event::tpu_memory, at, same);
    if (!d) {
        auto* pending = last({event::tpu_memory});
        const bool fits = pending && !pending->needed && (pending->space.empty() || pending->space == "hbm");
        d = fits ? pending : &open(event::tpu_memory, at);
    }
    d->has_lead = true;
    d->needed = needed;
    d->available = available;
    d->space = "hbm";
    d->end = std::max(d->end, found.end);
}

void collector::module_name(const match& found, std::size_t at)
{
    auto* d = last({event::tpu_memory});
    constexpr std::size_t distance = 300;
    if (d && at - std::min(at, d->end) < distance) d->program = found.values[0];
}

void collector::early_abort(const match& found, std::size_t at)
{
    const auto needed = amount_at(found, 0);
    const auto available = amount_at(found, 1);
    const auto same = [&](const draft& d) {
        return d.needed && d.available && *d.needed == needed && *d.available == available;
    };
    if (repeated(event::tpu_memory, at, same)) return;
    auto& d = open(event::tpu_memory, at);
    d.has_lead = true;
    d.needed = needed;
    d.available = available;
    d.space = "hbm";
    d.detail = "at least";
    d.end = found.end;
}

void collector::array_overflow(const match& found, std::size_t at)
{
    const auto words = number_of(found.values[0]).value_or(0);
    if (repeated(event::array_overflow, at, [&](const draft& d) { return d.allocations == words; })) return;
    auto& d = open(event::array_overflow, at);
    d.has_lead = true;
    d.allocations = words;
    constexpr std::int64_t word = 4;
    std::int64_t bytes = 0;
    if (!__builtin_mul_overflow(words, word, &bytes)) d.needed = exact_amount(bytes);
    d.end = found.end;
}

void collector::host_output(const match& found, std::size_t at)
{
    std::string name(found.values[0]);
    if (repeated(event::host_output, at, [&](const draft& d) { return d.instruction == name; })) return;
    auto& d = open(event::host_output, at);
    d.has_lead = true;
    d.instruction = std::move(name);
    d.end = found.end;
}

// The end of a status.
void collector::replica(const match& found, std::size_t at)
{
    constexpr std::size_t distance = 600;
    if (drafts_.empty() || at - std::min(at, drafts_.back().end) > distance) return;
    auto& d = drafts_.back();
    auto fact = fmt::format("replica {}, partition {} failed first; the others ended because of it", found.values[0],
                            found.values[1]);
    if (std::ranges::find(d.facts, fact) == d.facts.end()) d.facts.push_back(std::move(fact));
    d.end = found.end;
}

void collector::cores(const match& found, std::size_t at)
{
    const auto tensor = amount_at(found, 0);
    const auto sparse = amount_at(found, 1);
    const auto same = [&](const draft& d) { return *d.temporaries == tensor && *d.code == sparse; };
    if (repeated(event::tpu_cores, at, same)) return;
    auto& d = open(event::tpu_cores, at);
    d.space = "hbm";
    d.temporaries = tensor;
    d.code = sparse;
    d.needed = amount_of(fmt::format("{} bytes", saturating_sum(tensor.bytes, sparse.bytes)));
    d.available = amount_at(found, 2);
    d.end = found.end;
}

// The instruction is followed by its sizes, unless the text was abridged.
void collector::on_stack(const match& found, std::size_t at)
{
    constexpr std::size_t longest = 300;
    auto text = after(found.end, longest);
    text = text.substr(0, text.find(paragraph));
    text = text.substr(0, text.find("Scoped allocation"));
    auto& d = open(event::tpu_scoped, at);
    d.instruction = name_in(text);
    d.space = word_before("memory space ", at, 40);
    d.end = found.end;
}

void collector::scoped(const match& found, std::size_t at)
{
    const auto missing = found.count > 3 ? std::optional(amount_at(found, 3)) : std::nullopt;
    add_scoped(amount_at(found, 0), amount_at(found, 1), missing, found.values[2], at, found.end);
}

void collector::scoped_bytes(const match& found, std::size_t at)
{
    add_scoped(amount_at(found, 0), bytes_at(found, 2), std::nullopt, found.values[1], at, found.end);
}

void collector::scoped_kernel(const match& found, std::size_t at)
{
    add_scoped(amount_at(found, 1), amount_at(found, 2), std::nullopt, found.values[0], at, found.end);
}

void collector::add_scoped(const amount& size, const amount& limit, const std::optional<amount>& missing,
                           std::string_view space, std::size_t at, std::size_t end)
{
    std::string instruction;
    std::size_t begin = at;
    constexpr std::size_t longest = 1 << 17; // of an instruction
    if (!drafts_.empty() && drafts_.back().kind == event::tpu_scoped && !drafts_.back().needed &&
        at - drafts_.back().end < longest) {
        instruction = std::move(drafts_.back().instruction);
        begin = drafts_.back().begin;
        drafts_.pop_back();
    }
    const auto same = [&](const draft& d) {
        return d.needed && *d.needed == size && *d.available == limit && d.instruction == instruction;
    };
    if (repeated(event::tpu_scoped, at, same)) return;
    auto& d = open(event::tpu_scoped, begin);
    d.needed = size;
    d.available = limit;
    d.missing = missing;
    d.space = space;
    d.instruction = std::move(instruction);
    d.end = end;
}

void collector::large_allocation(const match& found, std::size_t at)
{
    const auto size = bytes_at(found, 0);
    const auto memory = bytes_at(found, 1);
    constexpr std::size_t longest = 900;
    const auto rest = after(found.end, longest);
    const auto own = rest.substr(0, rest.find("llocation (size="));
    auto shape = own.find("shape = '") != npos ? between(own, "shape = '", "'") : between(own, "shape = ", ", ");
    if (const auto cut = own.find("shape = '"); shape.empty() && cut != npos) {
        shape = own.substr(cut + 9);
        shape = shape.substr(0, std::min(shape.find_first_of(" {`"), shape.find("...")));
    }
    std::string tag(between(own, "tag = '", "'"));
    std::replace(tag.begin(), tag.end(), paragraph, ' ');
    const auto same = [&](const draft& d) { return *d.needed == size && *d.available == memory && d.operation == tag; };
    if (repeated(event::tpu_allocation, at, same)) return;
    auto& d = open(event::tpu_allocation, at);
    d.needed = size;
    d.available = memory;
    d.shape = shape.substr(0, shape.find('{'));
    for (const auto space : spaces)
        if (own.find(fmt::format("space={}", space)) != npos) d.space = space;
    d.operation = std::move(tag);
    if (const auto name = own.find("] :: "); name != npos)
        if (const auto word = here("%w", found.end + name + 5)) d.instruction = word->values[0];
    d.end = found.end;
}

void collector::sparse_core(const match& found, std::size_t at)
{
    const auto reached = number_of(found.values[0]).value_or(0);
    const auto limit = number_of(found.values[1]).value_or(0);
    const auto same = [&](const draft& d) { return d.needed->bytes == reached && d.available->bytes == limit; };
    if (repeated(event::sparse_core, at, same)) return;
    auto& d = open(event::sparse_core, at);
    d.needed = amount{reached, fmt::format("{} words", reached), true};
    d.available = amount{limit, fmt::format("{} words", limit), true};
    d.space = found.values[2];
    for (const std::string_view mark : {"Hlo-Op: ", "pipeline."})
        if (d.instruction.empty()) d.instruction = word_before(mark, at, 200);
    d.instruction = d.instruction.substr(0, d.instruction.find(':'));
    d.end = found.end;
}

// The figures follow in the table's metadata.
void collector::replica_count(const match& found, std::size_t at)
{
    constexpr std::size_t longest = 900;
    const auto rest = after(found.end, longest);
    const auto own = rest.substr(0, rest.find("No viable logical"));
    const auto value = [&](std::string_view key) -> std::optional<amount> {
        const auto place = own.find(key);
        const auto number = place == npos ? std::nullopt : number_of(own.substr(place + key.size()));
        return number ? std::optional(exact_amount(*number)) : std::nullopt;
    };
    const auto fixed = value("fixed_size_allocation_bytes = ");
    const auto of_rows = value("row_dependent_size_allocation_bytes = ");
    const auto same = [&](const draft& d) { return d.needed == fixed && d.temporaries == of_rows; };
    if (repeated(event::replica_count, at, same)) return;
    auto& d = open(event::replica_count, at);
    d.needed = fixed;
    d.temporaries = of_rows;
    d.available = value("total_spmem_size_bytes = ");
    d.has_lead = true;
    d.end = found.end;
}

// --- reports ---------------------------------------------------------------------------------------------------------

// `XLA::TPU post optimization rematerialization limit 0B = 95% hbm (14.96G) - (arguments (15.77G) - …`
void collector::budget(const match& found, std::size_t at)
{
    const auto percent = number_of(found.values[1]).value_or(0);
    if (percent < 1 || percent > 100) return;
    budget_ = {amount_at(found, 2), percent, amount_at(found, 3)};
    // Without arguments that are too large the program may fit.
    if (budget_->arguments.bytes / 100 * percent <= budget_->share.bytes) return;
    auto* d = last({event::tpu_memory});
    if (d && d->space == "hbm" && !d->total && !d->program_bytes) {
        d->budget = budget_;
        return;
    }
    open(event::tpu_memory, at).space = "hbm";
}

void collector::total(const match& found, std::size_t at)
{
    const auto space = lower_case(found.values[0]);
    if (space != "hbm" && space != "vmem") return;
    auto* d = last({event::tpu_memory, event::tpu_program});
    constexpr std::size_t distance = 1500; // of the table that a failed program load has
    if (d && d->kind == event::tpu_program && !d->total && at - std::min(at, d->end) < distance) {
        d->total = amount_at(found, 1);
        rows(*d, found.end);
        d->lacks.clear();
        return;
    }
    if (d && d->kind == event::tpu_program) d = last({event::tpu_memory});
    if (d && d->repeated) return;
    if (!d || d->space != space || d->total) d = &open(event::tpu_memory, at);
    d->space = space;
    d->total = amount_at(found, 1);
    d->end = found.end;
    rows(*d, found.end);
}

void collector::program(const match& found, std::size_t at)
{
    const auto space = lower_case(found.values[0]);
    if (!is_space(space)) return;
    if (auto* load = last({event::tpu_memory, event::tpu_program});
        load && load->kind == event::tpu_program && load->total && at - std::min(at, load->end) < 1500) {
        rows(*load, found.end);
        return;
    }
    auto* d = last({event::tpu_memory});
    if (d && d->repeated) return;
    const bool own =
        d && d->space == space && (!d->program_bytes || d->program_bytes->text == amount_at(found, 1).text);
    if (!own) {
        if (space != "hbm") { // listed for programs that fit, too
            requirement_ = amount_at(found, 1);
            requirement_of_ = space;
            return;
        }
        d = &open(event::tpu_memory, at);
    }
    d->space = space;
    d->program_bytes = amount_at(found, 1);
    d->end = found.end;
    rows(*d, found.end);
}

// The rows below a total: names, sizes and remarks.
void collector::rows(draft& of, std::size_t from)
{
    struct row {
        std::string_view pattern;
        std::optional<amount> draft::* to;
    };
    constexpr std::array all{
        row{"reserved %s", &draft::reserved},     row{"program unknown size", nullptr},
        row{"program %s", &draft::program_bytes}, row{"arguments unknown size", nullptr},
        row{"arguments %s", &draft::arguments},   row{"global %s", nullptr},
        row{"scoped %s", &draft::scoped},         row{"HLO temp %s", &draft::temporaries},
        row{"overlays %s", &draft::code},         row{"host %s", nullptr},
    };
    auto at = from;
    const auto skip = [&](std::string_view marks) {
        while (at < joined_.marked.size() && marks.find(joined_.marked[at]) != npos) ++at;
    };
    for (bool any = true; any;) {
        any = false;
        skip(" :*\n\x02");
        for (const auto& each : all) {
            const auto found = here(each.pattern, at);
            if (!found) continue;
            if (each.to && found->count != 0 && !(of.*each.to)) of.*each.to = amount_at(*found, 0);
            at = found->end;
            if (const auto remark = here(" (%t)", at); remark || here("(%t)", at)) {
                // `(33.1% utilization: Unpadded (6.40G) Padded (19.32G), 0.7% fragmentation (147.91M))`
                const auto line = after(at, 200);
                const auto size_in = [&](std::string_view name) {
                    const auto place = line.find(name);
                    return place == npos || place > 120 ? std::nullopt : amount_of(line.substr(place + name.size()));
                };
                if (each.to == &draft::temporaries) {
                    of.unpadded = size_in("Unpadded (");
                    of.padded = size_in(" Padded (");
                    of.fragmentation = size_in("fragmentation (");
                }
                const auto close = line.find(each.to == &draft::temporaries && line.find("))") != npos ? "))" : ")");
                if (close != npos) at += close + (line.substr(close).starts_with("))") ? 2 : 1);
            }
            any = true;
            break;
        }
    }
    of.end = std::max(of.end, at);
    skip_to(at);
}

void collector::output(const match& found, std::size_t at)
{
    auto* d = last({event::tpu_memory});
    if (!d || d->repeated || d->outputs || at - std::min(at, d->end) > 400) return;
    d->outputs = amount_at(found, 0);
    const auto line = after(found.end, 80);
    if (const auto shares = line.find("shares "); shares != npos) d->shared = amount_of(line.substr(shares + 7));
    d->end = found.end;
}

void collector::list_title(const match& found, std::size_t at)
{
    const auto word = here("%w in %w", found.end);
    const bool gpu = text_.substr(at).starts_with("Peak");
    if (!gpu && !word && after(found.end, 12).find("allocations") == npos &&
        after(found.end, 12).find("arguments") == npos)
        return;
    auto* d = gpu ? last({event::gpu_request}) : last({event::tpu_memory});
    if (!d && !gpu) {
        d = &tpu_draft(word ? word->values[1] : std::string_view(), at);
        if (requirement_ && d->space == requirement_of_) d->program_bytes = requirement_;
    }
    if (d) d->listed = true;
}

namespace {

constexpr std::array<std::string_view, 12> field_names{
    "Operator: ",      "Shape: ",
    "Unpadded size: ", "Extra memory due to padding: ",
    "Tag: ",           "XLA label: ",
    "XLA Label: ",     "Allocation type: ",
    "==========",      "Entry Parameter Subshape: ",
    "Size: ",          "Largest program ",
};

// A shape with its parentheses if it is a tuple.
std::string shape_in(std::string_view text)
{
    if (text.starts_with('(')) {
        const auto end = text.find(')');
        return std::string(text.substr(0, end == npos ? text.size() : end + 1));
    }
    const auto end = text.find_first_of(" \n{");
    return std::string(text.substr(0, end));
}

// Without joints where a quoted text was broken.
std::string unbroken(std::string_view text, std::string_view marked)
{
    std::string result;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '"') quoted = !quoted;
        if (!quoted || marked[i] != joint) result += text[i];
    }
    return result;
}

void read_operator(std::string_view text, listed_buffer& to)
{
    if (const auto name = between(text, "op_name=\"", "\""); !name.empty())
        to.label = name;
    else if (const auto begin = text.find("op_name=\""); begin != npos)
        to.label = text.substr(begin + 9);
    const auto file = between(text, "source_file=\"", "\"");
    if (file.empty()) return;
    const auto at = text.find("source_line=");
    const auto line = at == npos ? std::string_view() : text.substr(at + 12);
    to.source = file_and_line(file, line.substr(0, line.find_first_not_of("0123456789")));
}

std::string key_of(const listed_buffer& b, std::string_view number)
{
    return fmt::format("{}|{}|{}|{}|{}", number, b.bytes, b.shape, b.label,
                       b.owner == "argument" || b.owner == "output");
}

} // namespace

// The fields of a buffer up to the next buffer. `number` is empty if the buffer has none.
void collector::fields(draft& of, listed_buffer made, std::size_t from, std::string_view number)
{
    static const needles search({field_names.begin(), field_names.end()});
    const std::string_view marked = joined_.marked;
    constexpr std::size_t longest = 1 << 16;
    auto at = from;
    bool whole = false;
    bool any = false;
    for (;;) {
        const auto head = search.first(text_.substr(0, std::min(text_.size(), at + longest)), at);
        if (head.at == npos) break;
        const auto name = field_names[head.which];
        at = head.at + name.size();
        if (name == "==========") {
            whole = true;
            break;
        }
        if (name == "Size: " || name == "Largest program ") {
            at = head.at;
            break;
        }
        any = true;
        const auto bounded = text_.substr(0, std::min(text_.size(), at + longest));
        auto end = search.first(bounded, at).at;
        if (end == npos) end = std::min(bounded.size(), bounded.find(paragraph, at));
        auto value = text_.substr(at, end - at);
        const auto trimmed = value.substr(0, value.find(paragraph));
        if (name == "Shape: " || name == "Entry Parameter Subshape: ") {
            made.shape = shape_in(trimmed);
            if (name.starts_with("Entry")) made.owner = "parameter";
        } else if (name == "Operator: ") {
            read_operator(unbroken(trimmed, marked.substr(at, trimmed.size())), made);
        } else if (name == "Extra memory due to padding: ") {
            if (const auto padding = amount_of(trimmed)) made.padding = padding->bytes;
        } else if (name == "Allocation type: ") {
            made.owner =
                trimmed.starts_with("HLO temp") ? "HLO temp" : std::string(trimmed.substr(0, trimmed.find(' ')));
        } else if (name == "XLA label: " || name == "XLA Label: ") {
            if (trimmed.starts_with("Argument ")) made.owner = "argument";
            if (trimmed.starts_with("Output index")) made.owner = "output";
            if (made.label.empty()) made.label = name_in(trimmed);
        }
        at = end;
    }
    if (number.empty() && !any) return;
    if (!whole) of.lacks = {"the list of buffers is cut"};
    made.count = 1;
    if (of.known_buffers.insert(key_of(made, number.empty() ? std::to_string(from) : std::string(number))).second)
        of.buffers.push_back(std::move(made));
    of.listed = true;
    of.end = std::max(of.end, at);
    skip_to(at);
}

// `1. Size: 4.00G` of a TPU, `Buffer 1: Size: 2.00GiB` of a GPU.
void collector::block(const match& found, std::size_t at)
{
    const auto rest = after(found.end, 16);
    if (rest.starts_with(" | ")) return; // a chunk of an allocator
    const auto before = text_.substr(at - std::min<std::size_t>(at, 16), std::min<std::size_t>(at, 16));
    const bool gpu = before.ends_with(": ") ||
                     after(found.end, 600).substr(0, after(found.end, 600).find("Size: ")).find("XLA Label: ") != npos;
    std::string_view number;
    if (before.ends_with(". ") || before.ends_with(": ")) {
        number = before.substr(0, before.size() - 2);
        if (number.ends_with('\\')) number.remove_suffix(1); // `1\.` of Markdown
        const auto begin = number.find_last_not_of("0123456789");
        number = begin == npos ? number : number.substr(begin + 1);
    }
    listed_buffer made;
    const auto size = amount_at(found, 0);
    made.bytes = size.bytes;
    draft* d = nullptr;
    const auto known = drafts_.size();
    if (gpu) {
        d = last({event::gpu_request});
        if (!d || d->repeated) {
            if (d) return;
            d = &open(event::gpu_request, at);
        }
    } else {
        d = &tpu_draft({}, at);
        if (d->repeated) return;
    }
    fields(*d, std::move(made), found.end, number);
    // `Largest Alloc Size: 180.000 MiB`
    if (drafts_.size() > known && drafts_.back().buffers.empty()) drafts_.pop_back();
}

} // namespace ballast::failures
