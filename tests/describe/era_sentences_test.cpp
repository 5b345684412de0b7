// Sentences drawn for one time and repaired if they break a context rule: all are accepted, print back identically, and
// are of that time.
#include "era/timeline.hpp"
#include "generate/nodes.hpp"
#include "tests/describe/texts.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace ballast::tests {

namespace {

using describe::derivation;
using describe::node_id;
using describe::operation;

class era_filter {
public:
    era_filter(const describe::grammar_data& grammar, commit_time when)
        : grammar_(grammar), when_(when), impossible_(grammar.nodes.size(), false)
    {
        for (const auto& row : timeline::rows)
            for (const auto& names : {row.shown_by.view(), row.needed_by.view()})
                for (const auto rule : names)
                    if (!can(row.is)) impossible_[grammar.rules.find(rule)->second] = true;
        // Both spellings are possible for some names.
        const auto shaped = [&](std::string_view name, bool possible) {
            if (!possible) impossible_[grammar_.rules.find(name)->second] = true;
        };
        shaped("peak_row_indexed", can(feature::indexed_peak_rows) || can(feature::cumulative_peak_rows));
        shaped("total_section", can(feature::bare_total) || can(feature::human_total));
        for (bool changed = true; changed;) {
            changed = false;
            for (node_id id = 0; id < grammar.nodes.size(); ++id) {
                const auto& n = grammar.nodes[id];
                const auto bad = [&](node_id child) { return impossible_[child]; };
                bool now_impossible = false;
                if (n.op == operation::sequence || n.op == operation::nested || n.op == operation::plus ||
                    n.op == operation::repeat)
                    now_impossible = std::ranges::any_of(n.children, bad);
                if (n.op == operation::choice) now_impossible = std::ranges::all_of(n.children, bad);
                if (now_impossible && !impossible_[id]) changed = impossible_[id] = true;
            }
        }
    }

    [[nodiscard]] bool can(feature f) const { return timeline::printed_at(f, when_); }

    [[nodiscard]] bool bans(node_id id, std::size_t way) const
    {
        const auto& n = grammar_.nodes[id];
        if (n.op == operation::choice) {
            const auto child = n.children[way];
            if (n.name == "typed_attribute" || n.name == "naming_attribute" || n.name == "short_naming_attribute") {
                auto key = std::string_view(grammar_.nodes[grammar_.nodes[child].children[0]].text);
                key.remove_suffix(1);
                if (!timeline::printed_at(ast::attribute_kind_of(key), when_)) return true;
            }
            if (grammar_.nodes[child].op == operation::text &&
                !timeline::printed_at(ast::keyword_of(grammar_.nodes[child].text), when_))
                return true;
            return impossible_[child] ||
                   (n.name == "operand" && grammar_.nodes[child].name == "named_operand" &&
                    !can(feature::no_operand_shapes)) ||
                   (n.name == "short_operand" && grammar_.nodes[child].name == "short_named_operand" &&
                    !can(feature::no_operand_shapes));
        }
        if (n.op != operation::optional && n.op != operation::star) return false;
        const auto child = n.children.front();
        if (way == 1) return impossible_[child];
        if (n.op == operation::star || impossible_[child]) return false;
        if (is_peak(child)) return true; // only logs omit it
        const auto& name = grammar_.nodes[child].name;
        for (const auto& row : timeline::rows)
            for (const auto rule : row.shown_without.view())
                if (rule == name && !can(row.is) && !(rule == "combined_live_range" && can(feature::every_moment)))
                    return true;
        return name == "moments_section" && can(feature::every_moment);
    }

private:
    // True for the choice of `peak` and its alternatives.
    [[nodiscard]] bool is_peak(node_id id) const
    {
        const auto& n = grammar_.nodes[id];
        return n.op == operation::choice && grammar_.nodes[n.children.front()].name == "peak";
    }

    const describe::grammar_data& grammar_;
    commit_time when_;
    std::vector<bool> impossible_;
};

void set_text(derivation& d, std::string text)
{
    d.text = std::move(text);
    d.parts.clear();
}

class repairer {
public:
    repairer(const describe::grammar_data& grammar, generate::nodes& draw) : grammar_(grammar), draw_(draw) {}

    // Repairs what depends only on the sentence: index marks, layouts, literals, frame names.
    void put_right(derivation& d)
    {
        const auto& name = name_of(d);
        if (name == "array_shape" || name == "laid_out_array") {
            layout_of(d);
        } else if (name == "layout") {
            free_layout(d);
        } else if (name == "framed") {
            const auto begin = find(d, "frame_name");
            const auto end = find(d, "frame_end_name");
            if (begin && end) set_text(*end, describe::text_of(*begin));
        } else if (name == "parameter_with_shape") {
            // The value beside it, which is drawn separately, shows the part to which the shape belongs.
            if (auto* index = find(d, "parameter_index")) set_text(*index, "{}");
        } else if (name == "instruction") {
            literal_of(d);
        } else if (name == "shaped_array") {
            set_text(d, text_of(draw_.shaped_array(), draw_.forms())); // all elements are printed
        }
        marks_of(d);
        for (auto& part : d.parts) put_right(part);
    }

    // Repairs the cause of a finding. Returns false if it has no repair.
    bool repair(derivation& root, const finding& why)
    {
        std::vector<derivation*> path;
        std::size_t at = 0;
        // An empty value ends at the next attribute.
        const auto back = context_rule_of(why) == 8 && why.begin > 0 ? 1 : 0;
        find_path(root, static_cast<std::size_t>(why.begin - back), at, path);
        const auto enclosing = [&](std::string_view rule) -> derivation* {
            for (auto i = path.size(); i-- > 0;)
                if (name_of(*path[i]) == rule) return path[i];
            return nullptr;
        };
        const auto without = [&](std::string_view rule) {
            if (auto* found = find(root, rule)) return set_text(*found, ""), true;
            return false;
        };
        switch (why.id) {
        case finding_id::alias_part:
        case finding_id::alias_twice:
            for (const auto* item : {"output_aliases_item", "buffer_donors_item"})
                if (auto* found = enclosing(item)) return set_text(*found, ""), true;
            return false;
        case finding_id::tpu_space: return set_all(root, "tpu_space", "hbm");
        case finding_id::tpu_incomplete:
            if (auto* report = find(root, "space_report"))
                return set_text(*report,
                                "Ran out of memory in memory space hbm. Used 2B of 1B hbm. Exceeded hbm capacity "
                                "by 1B. Memory usage report: \n"),
                       true;
            return false;
        case finding_id::frame_number:
        case finding_id::frame_reference: return without("stack_frame_tables");
        case finding_id::stack_depth:
        case finding_id::stack_rails:
        case finding_id::stack_top:
        case finding_id::stack_end:
            if (auto* tree = enclosing("stack_trace"); tree || (tree = find(root, "stack_trace"))) {
                set_text(*tree, text_of(draw_.stack_trace(), draw_.forms()));
                return true;
            }
            return false;
        case finding_id::allocation_class:
            if (auto* head = enclosing("allocation_head")) {
                auto drawn = draw_.allocation();
                drawn.parameter = {}; // only together with values does its shape show a time
                drawn.values = {};
                drawn.reused = {};
                drawn.preallocated_temp = !drawn.constant && !drawn.thread_local_ && !drawn.maybe_live_out;
                auto text = text_of(drawn, draw_.forms());
                text.pop_back();
                set_text(*head, std::move(text));
                return true;
            }
            if (auto* head = enclosing("report_head")) return set_text(*head, "allocation 3: size 4B, constant:"), true;
            return false;
        case finding_id::memory_space:
            if (auto* space = enclosing("numbered_space")) return set_text(*space, "color_12 (color=12)"), true;
            return false;
        case finding_id::missing_allocations: {
            without("ranked_rest");
            std::string listed;
            for (auto left = count(root, "ranked_allocation"); left != 0; --left)
                listed += "allocation 3: size 4B, constant:\n";
            set_text(*find(root, "listed_allocations"), listed);
            return true;
        }
        case finding_id::integer_range:
            if (auto* number = enclosing("grouped")) return set_text(*number, "1"), true;
            return false;
        case finding_id::missing_peak_rows: return without("live_range_rows");
        case finding_id::missing_live_range: return false;
        case finding_id::literal_shape: // of a literal that was repaired before
            if (auto* of = enclosing("instruction")) return literal_of(*of), true;
            return false;
        case finding_id::missing_values:
            for (derivation* lines; (lines = find(root, "value_lines"));)
                set_text(*lines, ""), lines->node = grammar_.rules.find("line_end")->second;
            for (derivation* held; (held = find(root, "contained_values"));)
                set_text(*held, ""), held->node = grammar_.rules.find("line_end")->second;
            without("used_values");
            return true;
        default: break;
        }
        return leave_out(root, why.begin - back);
    }

    // The feature at a place is from another time: changes the word, or removes the attribute or layout that contains
    // it.
    bool leave_out(derivation& root, std::int64_t offset)
    {
        std::vector<derivation*> path;
        std::size_t at = 0;
        find_path(root, static_cast<std::size_t>(offset), at, path);
        const auto enclosing = [&](std::string_view rule) -> derivation* {
            for (auto i = path.size(); i-- > 0;)
                if (name_of(*path[i]) == rule) return path[i];
            return nullptr;
        };
        // A word from another time is replaced by one that was always printed.
        for (const auto& [rule, word] : {std::pair{"element_type", "f32"}, {"opcode", "add"}})
            if (auto* found = enclosing(rule)) {
                set_text(*found, word);
                return true;
            }
        for (std::size_t i = path.size(); i-- > 1;)
            if (name_of(*path[i]) == "attribute" || name_of(*path[i]) == "short_attribute") {
                set_text(*path[i - 1], "");
                return true;
            }
        for (const auto* rule : {"module_frontend_item", "layout"})
            if (auto* found = enclosing(rule)) {
                set_text(*found, "");
                return true;
            }
        return false;
    }

private:
    const std::string& name_of(const derivation& d) const { return grammar_.nodes[d.node].name; }

    derivation* find(derivation& d, std::string_view rule)
    {
        if (name_of(d) == rule) return &d;
        for (auto& part : d.parts)
            if (auto* found = find(part, rule)) return found;
        return nullptr;
    }
    // Returns true if the rule occurs.
    bool set_all(derivation& d, std::string_view rule, const std::string& text)
    {
        if (name_of(d) == rule) return set_text(d, text), true;
        bool found = false;
        for (auto& part : d.parts) found = set_all(part, rule, text) || found;
        return found;
    }
    std::size_t count(const derivation& d, std::string_view rule) const
    {
        std::size_t result = name_of(d) == rule ? 1 : 0;
        if (result != 0) return result;
        for (const auto& part : d.parts) result += count(part, rule);
        return result;
    }
    bool find_path(derivation& d, std::size_t offset, std::size_t& at, std::vector<derivation*>& path)
    {
        path.push_back(&d);
        if (offset < at + d.text.size()) return true;
        at += d.text.size();
        for (auto& part : d.parts)
            if (find_path(part, offset, at, path)) return true;
        path.pop_back();
        return false;
    }

    // A list is a first element and a star, or a plus, of separators and elements.
    void marks_of(derivation& d)
    {
        const auto op = grammar_.nodes[d.node].op;
        if (op != operation::star && op != operation::plus) return;
        for (std::size_t k = 0; k < d.parts.size(); ++k) {
            auto& item = d.parts[k];
            if (item.parts.empty()) continue;
            const auto& separator = name_of(item.parts[0]);
            const bool sharding = separator == "sharding_separator";
            if (!sharding && separator != "tuple_separator" && separator != "operand_separator" &&
                separator != "short_separator")
                continue;
            const auto form = sharding ? draw_.forms().sharding_marks : draw_.forms().index_marks;
            const bool marked = (k + 1) % 5 == 0 && form == ast::index_mark_form::present;
            set_text(item.parts[0], marked ? ", /*index=" + std::to_string(k + 1) + "*/" : ", ");
        }
    }

    std::string permutation(std::size_t rank)
    {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < rank; ++i)
            order.insert(order.begin() + static_cast<std::ptrdiff_t>(draw_.from().below(i + 1)), i);
        std::string result;
        for (const auto i : order) result += (result.empty() ? "" : ",") + std::to_string(i);
        return result;
    }
    void rewrite(derivation& layout, std::size_t rank)
    {
        std::string suffixes;
        if (auto* found = find(layout, "layout_suffixes")) {
            put_right(*found); // the shapes in it
            suffixes = describe::text_of(*found);
        }
        if (rank == 0 && suffixes.empty()) return set_text(layout, "");
        set_text(layout, "{" + permutation(rank) + (suffixes.empty() ? "" : ":" + suffixes) + "}");
    }
    void layout_of(derivation& d)
    {
        const auto rank = count(d, "dimension");
        if (auto* layout = find(d, "layout")) rewrite(*layout, rank);
        if (auto* invalid = find(d, "invalid_layout"); invalid && rank != 0) set_text(*invalid, "");
    }
    void free_layout(derivation& d)
    {
        if (d.parts.empty()) return; // the shape of an array, which is already repaired
        const auto rank = count(d, "minor_to_major_element");
        rewrite(d, rank);
        if (d.text.empty()) set_text(d, "{0}");
    }
    // True if an empty literal of the array is large, because it has a row for each index before the dimension of size
    // 0.
    static bool has_many_rows(const ast::array_shape& array)
    {
        constexpr std::int64_t many = 10000;
        std::int64_t rows = 1;
        for (const auto& dimension : array.dimensions) {
            if (dimension.size == 0) break;
            rows = std::min(rows, many) * std::min(dimension.size, many);
        }
        return rows > many;
    }

    void literal_of(derivation& d)
    {
        auto* body = find(d, "constant_body");
        auto* shape = find(d, "instruction_shape");
        if (!body || !shape) return;
        put_right(*shape);
        const auto read = parse(entry::shape, describe::text_of(*shape));
        std::string literal = "{...}";
        if (read.accepted()) {
            const auto& node = std::get<ast::shape>(read.value->node());
            const auto* array = node.array();
            std::int64_t elements = 1;
            if (array) {
                for (const auto& dimension : array->dimensions)
                    elements = elements > 10 ? 11 : elements * std::min<std::int64_t>(dimension.size, 11);
                if (std::ranges::any_of(array->dimensions, [](const auto& x) { return x.size == 0; })) elements = 0;
                if (elements == 0 && has_many_rows(*array)) {
                    set_text(*shape, "s32[]");
                    return set_text(*body, "constant(0)");
                }
            }
            const bool plain =
                array && array->type.kind != ast::element_kind::unknown && ast::bits(array->type.kind) != 0;
            if (plain && elements <= 10) literal = text_of(draw_.literal(node), draw_.forms());
        }
        set_text(*body, "constant(" + literal + ")");
    }

    const describe::grammar_data& grammar_;
    generate::nodes& draw_;
};

} // namespace

TEST(EraSentences, AreAcceptedWhenContextRulesHold)
{
    const auto& grammar = describe::dump_grammar();
    const auto dump = grammar.rules.find("dump")->second;
    const auto instruction = grammar.rules.find("instruction")->second;
    std::map<std::string_view, std::size_t> repairs;
    std::size_t accepted_sentences = 0;
    std::size_t given_up = 0;
    std::size_t torn = 0;
    for (const auto when : turning_points()) {
        random_source from(static_cast<std::uint64_t>(when));
        describe::sentences source(grammar, from);
        const era_filter filter(grammar, when);
        source.banned = [&](node_id id, std::size_t way) { return filter.bans(id, way); };
        ast::arena memory;
        generate::nodes draw(from, memory, when);
        repairer repair(grammar, draw);
        for (int i = 0; i < 24; ++i) {
            const bool whole = i % 2 == 0;
            auto sentence = source.draw(whole ? dump : instruction, whole ? 300 : 60);
            if (!sentence) continue;
            repair.put_right(sentence->tree);
            for (int tries = 0;; ++tries) {
                const auto text = describe::text_of(sentence->tree);
                std::vector<finding> findings;
                std::string printed_text;
                bool accepted = false;
                std::vector<witness> shown;
                if (whole) {
                    auto result = parse(text);
                    accepted = result.accepted();
                    if (accepted) printed_text = print(*result.value);
                    if (accepted) shown.assign(result.value->witnesses().begin(), result.value->witnesses().end());
                    findings = std::move(result.findings);
                } else {
                    auto result = parse(entry::instruction, text);
                    accepted = result.accepted();
                    if (accepted) printed_text = print(*result.value);
                    if (accepted) shown.assign(result.value->witnesses().begin(), result.value->witnesses().end());
                    findings = std::move(result.findings);
                }
                if (accepted) {
                    EXPECT_EQ(printed_text, text);
                    // No rule shows features that depend on values.
                    const auto late = std::ranges::find_if(
                        shown, [&](const witness& w) { return !timeline::printed_at(w.which, when); });
                    if (late != shown.end()) {
                        EXPECT_EQ(timeline::row_of(late->which).shown_by.count, 0U) << info(late->which).name;
                        ++repairs[info(late->which).name];
                        if (tries < 60 && repair.leave_out(sentence->tree, late->offset)) continue;
                        ADD_FAILURE() << info(late->which).name << " at " << when << "\n" << text;
                        break;
                    }
                    ++accepted_sentences;
                    break;
                }
                const auto& why = findings.front();
                // The text before may have needed the removed part.
                if (tries != 0 && context_rule_of(why) == 0) {
                    ++torn;
                    break;
                }
                // Heads of computations in both forms; the rule has no number.
                if (why.id == finding_id::module_text) {
                    ++given_up;
                    break;
                }
                ASSERT_NE(context_rule_of(why), 0)
                    << why.message.text() << " [" << info(why.id).name << "] at " << why.begin << "\n"
                    << text;
                ++repairs[info(why.id).name];
                if (tries == 60 || !repair.repair(sentence->tree, why)) {
                    ++given_up;
                    ADD_FAILURE() << "no repair for " << info(why.id).name << ": " << why.message.text() << "\n"
                                  << text;
                    break;
                }
            }
            if (HasFatalFailure()) return;
        }
    }
    std::cout << accepted_sentences << " accepted, " << given_up << " given up; repairs:";
    for (const auto& [name, times] : repairs) std::cout << " " << name << " " << times;
    std::cout << "\n";
    EXPECT_LT(torn * 50, accepted_sentences);
    EXPECT_GT(accepted_sentences, 1500U);
}

} // namespace ballast::tests
