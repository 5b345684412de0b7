#include "check/report.hpp"

#include <algorithm>

namespace ballast::checking {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The length of the number at the start of a text; grouped numbers have blanks between their digits.
std::size_t digits(std::string_view text, bool grouped)
{
    std::size_t end = 0;
    while (end < text.size() &&
           (is_digit(text[end]) || (grouped && text[end] == ' ' && end + 1 < text.size() && is_digit(text[end + 1]))))
        ++end;
    return end;
}

} // namespace

std::string index_text(std::span<const std::int64_t> path)
{
    std::string result = "{";
    for (const auto step : path) {
        if (result.size() != 1) result += ',';
        result += std::to_string(step);
    }
    result += '}';
    return result;
}

// --- places ----------------------------------------------------------------------------------------------------------

std::string_view places::rest(model::offset at) const
{
    if (at < 0) return {};
    auto from = static_cast<std::size_t>(at);
    for (const auto whole : texts_) {
        if (from < whole.size()) return whole.substr(from);
        from -= whole.size();
    }
    return {};
}

std::size_t places::size() const
{
    std::size_t result = 0;
    for (const auto text : texts_) result += text.size();
    return result;
}

place places::bytes(model::offset at, std::size_t count) const
{
    const auto here = rest(at);
    if (here.empty()) return {0, 0};
    return {at, at + static_cast<std::int64_t>(std::min(count, here.size()))};
}

std::string_view places::text(place where) const
{
    return rest(where.begin).substr(0, static_cast<std::size_t>(where.end - where.begin));
}

std::string_view places::line(model::offset at) const
{
    const auto found = rest(at);
    return found.substr(0, found.find('\n'));
}

place places::number_after(model::offset at, std::string_view before, std::size_t width) const
{
    const auto here = line(at);
    const auto found = here.find(before);
    if (found == std::string_view::npos) return bytes(at, width);
    const auto begin = found + before.size();
    return bytes(at + static_cast<std::int64_t>(begin), digits(here.substr(begin), false));
}

place places::last_number_after(model::offset at, std::string_view before, std::size_t width) const
{
    const auto here = line(at);
    const auto found = here.rfind(before);
    if (found == std::string_view::npos) return bytes(at, width);
    const auto begin = found + before.size();
    return bytes(at + static_cast<std::int64_t>(begin), digits(here.substr(begin), true));
}

place places::number_before(model::offset at) const
{
    if (at < 2) return bytes(at, 1);
    auto begin = at - 1;
    while (begin > 0 && is_digit(rest(begin - 1).front())) --begin;
    return {begin, at - 1};
}

place places::rest_after(model::offset at, std::string_view before, std::size_t width) const
{
    const auto here = line(at);
    const auto found = here.find(before);
    if (found == std::string_view::npos) return bytes(at, width);
    return bytes(at + static_cast<std::int64_t>(found + before.size()), here.size() - found - before.size());
}

model::offset places::find(std::string_view what, model::offset from) const
{
    const auto begin = std::max<model::offset>(from, 0);
    model::offset at = begin;
    for (auto here = rest(at); !here.empty(); here = rest(at)) {
        if (const auto found = here.find(what); found != std::string_view::npos)
            return at + static_cast<model::offset>(found);
        at += static_cast<model::offset>(here.size());
    }
    return -1;
}

// --- times -----------------------------------------------------------------------------------------------------------

bool times::always(feature which) const { return possible_.intersect(eras(which)) == possible_; }

bool times::always(const timeline::interval_pair& when) const
{
    return possible_.intersect(std::span(when.list).first(when.count)) == possible_;
}

bool times::never(const timeline::interval_pair& when) const
{
    return possible_.intersect(std::span(when.list).first(when.count)).empty();
}

// --- context ---------------------------------------------------------------------------------------------------------

std::string context::called(number name, number index) const
{
    std::string result(rows.name(name));
    if (index != none) result += index_text(rows.index(index));
    return shown(result, 80);
}

place context::name(model::offset where, number name) const { return at.bytes(where, rows.name(name).size()); }

place context::of(const model::allocation_row& a) const
{
    return at.bytes(a.at, std::string_view("allocation ").size() + std::to_string(a.number).size());
}

place context::size_of(const model::allocation_row& a) const { return at.number_after(a.at, "size ", 10); }

namespace {

// The place of the size and offset of a value: in its line or, in D2 and D3, in the line after its uses.
model::offset numbers_at(const context& in, const model::line_row& line)
{
    const auto here = in.at.line(line.value.at);
    if (here.find("(size=") != std::string_view::npos || here.find(" [") != std::string_view::npos)
        return line.value.at;
    const auto after = in.at.find("\n [", line.value.at);
    return after < 0 ? line.value.at : after + 1;
}

} // namespace

place context::size_of(const model::line_row& line) const
{
    const auto where = numbers_at(*this, line);
    const auto width = rows.name(line.value.name).size();
    if (at.line(where).find("(size=") != std::string_view::npos) return at.number_after(where, "(size=", width);
    const auto pair = at.number_after(where, " [", width);
    return at.number_after(pair.end, ",", width);
}

place context::offset_of(const model::line_row& line) const
{
    const auto where = numbers_at(*this, line);
    const auto width = rows.name(line.value.name).size();
    if (at.line(where).find("(size=") != std::string_view::npos) return at.number_after(where, ",offset=", width);
    return at.number_after(where, " [", width);
}

place context::shape_of(const model::line_row& line) const
{
    const auto where = numbers_at(*this, line);
    const auto width = rows.name(line.value.name).size();
    if (at.line(where).find("(size=") != std::string_view::npos) return at.rest_after(where, "): ", width);
    return at.rest_after(where, "]: ", width);
}

place context::shape_of(const model::instruction_row& i) const
{
    const auto width = rows.name(i.name).size();
    auto where = at.rest_after(i.at, " = ", width);
    const auto text = at.text(where);
    int open = 0;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] == '(' || text[k] == '{') ++open;
        if (text[k] == ')' || text[k] == '}') --open;
        if (text[k] == ' ' && open == 0) return at.bytes(where.begin, k);
    }
    return where;
}

place context::start_of(const model::range_row& r) const
{
    return at.number_after(r.at, ":", rows.name(r.name).size());
}

place context::end_of(const model::range_row& r) const
{
    const auto start = start_of(r);
    return at.number_after(start.end, "-", 1);
}

place context::total() const { return at.number_after(rows.total->at.offset, "used: ", 16); }

place context::range_head() const { return at.number_after(rows.ranges_at, "(max ", 12); }

place context::peak_head() const
{
    const auto from = !rows.ranges.empty() ? rows.ranges.back().at : rows.ranges_at;
    return at.number_after(at.find("Live ranges at ", from), "Live ranges at ", 14);
}

place context::trace_head() const
{
    const auto from = !rows.peak.empty() ? rows.peak.back().at : rows.ranges_at;
    return at.last_number_after(at.find("Stack trace breakdown", from), "usage: ", 21);
}

place context::bytes_of(const model::peak_row& row) const
{
    return at.number_after(row.at, ": ", rows.name(row.name).size());
}

// --- findings --------------------------------------------------------------------------------------------------------

void report::add(finding_id id, place where, finding_message text, std::vector<subject> blames,
                 std::vector<subject> needs, std::vector<evidence> beside)
{
    if (!takes(id)) return;
    claim made;
    made.what.id = id;
    made.what.severity = info(id).severity;
    made.what.begin = where.begin;
    made.what.end = where.end;
    made.what.message = std::move(text);
    for (auto& e : beside) made.what.related.push_back({e.where.begin, e.where.end, std::move(e.message)});
    made.blames = std::move(blames);
    made.needs = std::move(needs);
    claims_.push_back(std::move(made));
}

void report::warn(finding_id id, place where, finding_message text, std::vector<subject> blames,
                  std::vector<subject> needs, std::vector<evidence> beside)
{
    const auto before = claims_.size();
    add(id, where, std::move(text), std::move(blames), std::move(needs), std::move(beside));
    if (claims_.size() != before) claims_.back().what.severity = severity::warning;
}

void report::note(finding_id id, place where, finding_message text, std::vector<subject> blames)
{
    const auto before = claims_.size();
    add(id, where, std::move(text), std::move(blames));
    if (claims_.size() != before) claims_.back().what.severity = severity::note;
}

void report::add_applied(std::vector<std::size_t>& to) const
{
    to.resize(std::max(to.size(), applied_.size()));
    for (std::size_t i = 0; i < applied_.size(); ++i) to[i] += applied_[i];
}

} // namespace ballast::checking
