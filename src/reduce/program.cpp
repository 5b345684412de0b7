#include "reduce/program.hpp"

#include <algorithm>
#include <utility>

namespace ballast::reducing {

namespace {

bool is_whole(const ast::maybe<ast::shape_index>& index) { return !index || index->empty(); }

} // namespace

bool program::is_plain_tuple(const ast::instruction& made)
{
    return made.opcode.kind == ast::opcode_kind::tuple && made.opcode.suffix == ast::async_suffix::none &&
           made.shape->is_tuple() && std::holds_alternative<ast::list<ast::operand>>(made.body);
}

program::program(std::span<const document* const> files) : files_(files)
{
    std::vector<const document*> dumps;
    for (const auto* file : files) {
        if (std::holds_alternative<ast::dump>(file->tree())) dumps.push_back(file);
        if (file->module_text()) calls_.emplace(*file->module_text());
    }
    (void)said_.read(dumps);
    add_names();
    find_root();
    find_parameters();
    find_tuples();
    needs_.resize(size());
    needed_by_.resize(size());
    core_.resize(size(), false);
    add_needs();
    if (calls_) add_text_needs();
    add_result_needs();
}

part program::add_name(std::string_view name)
{
    const auto [found, added] = by_name_.try_emplace(name, names_.size());
    if (added) {
        names_.push_back(name);
        times_.push_back(unscheduled);
    }
    return found->second;
}

void program::add_names()
{
    if (said_.ranges) {
        for (const auto& row : said_.ranges->sequence) {
            const auto which = add_name(row.name);
            if (times_[which] == unscheduled) times_[which] = steps_;
            ++steps_;
        }
        for (const auto& row : said_.ranges->rows) add_name(row.name);
    }
    for (const auto& a : said_.allocations)
        for (const auto& line : a.values) {
            add_name(line.value.name);
            if (const auto* detail = said_.detail_of(line.value.id)) {
                for (const auto& p : detail->positions) add_name(p.name);
                for (const auto& u : detail->uses) add_name(u.name);
            }
        }
    for (const auto& value : said_.values) {
        add_name(value.value.name);
        for (const auto& p : value.detail.positions) add_name(p.name);
        for (const auto& u : value.detail.uses) add_name(u.name);
    }
}

// As the rules find it: the last step if a value of the allocation with the output shape is there.
void program::find_root()
{
    const auto last =
        said_.ranges && !said_.ranges->sequence.empty() ? said_.ranges->sequence.back().name : std::string_view();
    std::vector<std::string_view> candidates;
    bool output = false;
    for (const auto& a : said_.allocations) {
        if (!a.output_shape) continue;
        output = true;
        for (const auto& line : a.values)
            if (const auto* detail = said_.detail_of(line.value.id))
                for (const auto& p : detail->positions)
                    if (is_whole(p.index)) candidates.push_back(p.name);
    }
    if (!output || std::ranges::find(candidates, last) != candidates.end())
        root_ = last;
    else if (candidates.size() == 1)
        root_ = candidates.front();
}

part program::part_at(std::string_view name, const ast::shape_index& index) const
{
    const auto instruction = part_of(name);
    if (index.empty() || elements(instruction) == 0) return instruction;
    const auto which = static_cast<std::size_t>(index[0]);
    return which < elements(instruction) ? element(instruction, which) : instruction;
}

// Parameters of the module have an allocation for each part, so they stay whole.
void program::find_tuples()
{
    tuples_.resize(names_.size());
    defines_parts_.resize(names_.size(), false);
    for (const auto& a : said_.allocations)
        for (const auto& line : a.values)
            if (!is_whole(line.value.index)) defines_parts_[part_of(line.value.name)] = true;
    size_ = names_.size();
    for (part i = 0; i < names_.size(); ++i) {
        const auto* const made = said_.instruction_of(names_[i]);
        const auto* const whole = said_.line_at({names_[i], {}});
        if ((!made && !whole) || entry_parameter_[i]) continue;
        const auto* const shape = made ? made->shape->tuple() : whole->shape->tuple();
        if (!shape) continue;
        tuples_[i] = {size_, shape->elements.size()};
        size_ += shape->elements.size();
    }
}

void program::find_parameters()
{
    entry_parameter_.resize(names_.size(), false);
    for (const auto& a : said_.allocations) {
        if (!a.parameter) continue;
        for (const auto& line : a.values) {
            const auto* made = said_.instruction_of(line.value.name);
            const auto* number = made ? std::get_if<ast::parameter_number>(&made->body) : nullptr;
            if (!number || number->number != a.parameter->number) continue;
            if (converting::index_of(line.value.index) != a.parameter->index) continue;
            const auto which = part_of(line.value.name);
            parameters_.emplace(&a, which);
            entry_parameter_[which] = true;
        }
    }
}

part program::parameter_of(const ast::allocation& of) const
{
    const auto found = parameters_.find(&of);
    return found == parameters_.end() ? no_part : found->second;
}

void program::need(part who, part what)
{
    if (who == no_part || what == no_part || who == what) return;
    needs_[who].push_back(what);
    needed_by_[what].push_back(who);
}

// What is passed on at an instruction is a part of its result, so the instruction needs it. A tuple lists its elements
// as operands.
void program::add_needs()
{
    const auto add = [&](const ast::value_name& value, const ast::value_detail& detail) {
        for (const auto& p : detail.positions) need(part_of(p), part_of(value));
    };
    for (part i = 0; i < names_.size(); ++i)
        for (std::size_t k = 0; k < elements(i); ++k) need(element(i, k), i);
    for (const auto& a : said_.allocations)
        for (const auto& line : a.values) {
            need(part_of(line.value), parameter_of(a));
            if (line.detail) add(line.value, *line.detail);
        }
    for (const auto& value : said_.values) {
        add(value.value, value.detail);
        if (!value.instruction || !is_plain_tuple(*value.instruction)) continue;
        const auto& operands = std::get<ast::list<ast::operand>>(value.instruction->body);
        const auto made = part_of(value.instruction->name);
        for (std::size_t k = 0; k < std::min(operands.size(), elements(made)); ++k)
            need(element(made, k), part_of(operands[k].name));
    }
}

// Computations of a module text whose instructions are in the dump: a call needs the parameters and the result of what
// it calls, and these need the call. Tuples that are passed to or from a computation keep their elements.
void program::add_text_needs()
{
    const auto& computations = calls_->tree().computations;
    for (std::size_t c = 0; c < calls_->size(); ++c)
        if (computations[c].entry)
            for (const auto& line : calls_->of(c))
                if (const auto* made = line.instruction(); made && line.is_root() && part_of(made->name) != no_part)
                    core_[part_of(made->name)] = true;
    std::vector<called_computation> called(calls_->size());
    for (std::size_t c = 0; c < calls_->size(); ++c)
        for (const auto& line : calls_->of(c))
            if (const auto* made = line.instruction(); made && part_of(made->name) != no_part) {
                const auto what = part_of(made->name);
                called[c].parts.push_back(what);
                if (line.is_root() || std::holds_alternative<ast::parameter_number>(made->body))
                    called[c].ends.push_back(what);
            }
    for (std::size_t c = 0; c < calls_->size(); ++c)
        for (const auto& line : calls_->of(c))
            if (const auto* made = line.instruction()) add_call_needs(c, *made, called);
}

// An instruction of the computation `caller`.
void program::add_call_needs(std::size_t caller, const ast::instruction& made, std::vector<called_computation>& called)
{
    const auto who = part_of(made.name);
    if (who == no_part) return;
    for (const auto c : calls_->called_by(made)) {
        if (c == caller || (called[c].parts.empty() && called[c].ends.empty())) continue;
        // One call is enough for the instructions to stay.
        for (const auto what : std::exchange(called[c].parts, {})) {
            keep_elements(what);
            need(what, who);
        }
        for (const auto what : called[c].ends) need(who, what);
        keep_elements(who);
        if (const auto* operands = std::get_if<ast::list<ast::operand>>(&made.body))
            for (const auto& operand : *operands)
                if (const auto what = part_of(operand.name); what != no_part) keep_elements(what);
    }
}

void program::keep_elements(part instruction)
{
    for (std::size_t k = 0; k < elements(instruction); ++k) need(instruction, element(instruction, k));
}

void program::add_result_needs()
{
    if (const auto root = part_of(root_); root != no_part) core_[root] = true;
    for (const auto& a : said_.allocations) {
        if (a.output_shape)
            for (const auto& line : a.values) core_[part_of(line.value)] = true;
        if (!a.maybe_live_out) continue;
        // The part of the result that the values of the allocation become.
        auto result = no_part;
        for (const auto& line : a.values)
            if (const auto* detail = said_.detail_of(line.value.id))
                for (const auto& p : detail->positions)
                    if (is_result(p)) result = part_of(p);
        for (const auto& line : a.values)
            if (const auto owner = part_of(line.value); owner != parameter_of(a)) need(owner, result);
    }
    core_ = with_needs(std::move(core_));
}

parts program::with_needs(parts wanted) const
{
    std::vector<part> open;
    for (part i = 0; i < wanted.size(); ++i)
        if (wanted[i]) open.push_back(i);
    while (!open.empty()) {
        const auto next = open.back();
        open.pop_back();
        for (const auto needed : needs_[next])
            if (!wanted[needed]) {
                wanted[needed] = true;
                open.push_back(needed);
            }
    }
    return wanted;
}

parts program::without_orphans(parts left) const
{
    std::vector<part> gone;
    for (part i = 0; i < left.size(); ++i)
        if (!left[i]) gone.push_back(i);
    while (!gone.empty()) {
        const auto next = gone.back();
        gone.pop_back();
        for (const auto user : needed_by_[next])
            if (left[user]) {
                left[user] = false;
                gone.push_back(user);
            }
    }
    return left;
}

} // namespace ballast::reducing
