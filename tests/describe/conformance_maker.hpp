// Makes the conformance suite: the examples of the chapters, golden files, generated texts of every state, and pairs of
// a valid text and the same text with one fault, for every production that can fail.
#pragma once

#include "generate/entries.hpp"
#include "generate/program.hpp"
#include "tests/describe/conformance_case.hpp"
#include "tests/describe/example_counts.hpp"
#include "tests/support/attribute_value.hpp"

#include <array>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ballast::tests {

// The cases that show something, in the order of the suite.
struct shown_by {
    std::string valid{};
    std::string invalid{};
    std::string free{};
};

struct conformance_suite {
    std::vector<suite_case> cases{};
    std::map<std::string, shown_by, std::less<>> productions{};
    std::map<std::string, shown_by, std::less<>> rules{};    // context rules
    std::map<std::string, shown_by, std::less<>> findings{}; // `valid`: the same text without the finding
};

class suite_maker {
public:
    explicit suite_maker(const std::vector<describe::chapter>& chapters)
        : chapters_(chapters), files_(files_of(chapters))
    {
        for (const auto& c : chapters) find_productions(c);
    }

    conformance_suite make()
    {
        add_examples();
        add_golden();
        add_generated();
        add_attributes();
        add_rare();
        add_files_of_instructions();
        look_for_uses();
        add_pairs();
        add_pairs_of_findings();
        find_what_is_shown();
        return std::move(suite_);
    }

private:
    static constexpr std::size_t largest_text = 5200;

    const std::string* add(suite_case c)
    {
        const auto id = c.id();
        const auto [found, is_new] = places_.emplace(id, suite_.cases.size());
        if (is_new)
            suite_.cases.push_back(std::move(c));
        else
            suite_.cases[found->second].tests.insert(c.tests.begin(), c.tests.end());
        return &found->first;
    }

    // --- chapters ---

    void find_productions(const describe::chapter& c)
    {
        const auto name = c.name.substr(0, c.name.rfind('.'));
        std::string_view rest = c.text;
        while (!rest.empty()) {
            const auto line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            const auto end = line.find(' ');
            const auto sign = line.find("::= ");
            if (sign != std::string_view::npos && line.find_first_not_of(' ', end) == sign)
                chapter_of_.emplace(line.substr(0, end), name);
        }
    }
    [[nodiscard]] std::string chapter_of(std::string_view production, std::string_view otherwise = "whole_files") const
    {
        const auto found = chapter_of_.find(production);
        return found == chapter_of_.end() ? std::string(otherwise) : found->second;
    }

    void add_examples()
    {
        using kind = describe::example::kind;
        const auto visit = [&](const describe::chapter& c, const describe::example& e,
                               const describe::example_text& text, bool named_files) {
            if (!text.fault.empty() || named_files == e.name.empty()) return;
            suite_case made{.section = c.name.substr(0, c.name.rfind('.')), .text = text.text, .source = "chapter"};
            made.is = e.is == kind::accepted ? "valid" : e.is == kind::free ? "free" : "invalid";
            made.start = "file";
            if (!text.production.empty()) {
                const auto which = entry_of_production(text.production);
                made.start = which ? std::string(entry_names()[static_cast<std::size_t>(*which)]) : "production";
                if (!which) made.production = text.production;
                made.tests.insert("production " + std::string(text.production));
            }
            if (e.is == kind::reported) made.era = e.era;
            made.file_name = e.file_name;
            made.audit = e.audit;
            if (!e.beside.empty()) made.beside = files_.find(e.beside)->second;
            for (const auto rule : e.rules) made.tests.insert("rule " + std::string(rule));
            const auto answer = judge_.answer(made);
            for (const auto& what : answer.findings) {
                if (made.start == "production") continue;
                made.tests.insert("finding " + std::string(info(what.id).name));
                if (const auto rule = context_rule_of(what); rule != 0 && !answer.accepted)
                    made.tests.insert("rule C" + std::to_string(rule));
            }
            if (made.tests.empty()) made.tests.insert("file " + kind_of(made.text));
            if (!e.changed.empty()) made.pair = named_[std::string(e.changed)];
            const auto* const id = add(std::move(made));
            if (!e.name.empty()) named_[std::string(e.name)] = *id;
        };
        for (const bool named_files : {true, false})
            for_each_text(chapters_, files_,
                          [&](const auto& c, const auto& e, const auto& text) { visit(c, e, text, named_files); });
    }

    // --- golden files ---

    // True if there are no findings except notes about unknown words.
    static bool is_clean(const case_answer& answer)
    {
        return std::ranges::all_of(answer.findings,
                                   [](const finding& what) { return info(what.id).phase == phase::unknown; });
    }

    // Adds a file of the kind that the library recognises.
    void add_file(std::string text, std::string source, std::set<std::string> tests)
    {
        if (text.size() > largest_text) return;
        suite_case made{.is = "valid",
                        .start = "file",
                        .text = std::move(text),
                        .tests = std::move(tests),
                        .source = std::move(source)};
        const auto answer = judge_.answer(made);
        if (!answer.accepted || !is_clean(answer)) made.is = "invalid";
        if (made.source == "generated" && made.is != "valid") return;
        for (const auto& what : answer.findings) made.tests.insert("finding " + std::string(info(what.id).name));
        const auto kind = kind_of(made.text);
        made.section = chapter_of(kind);
        if (made.tests.empty()) made.tests.insert("file " + kind);
        if (made.is == "invalid") find_pair(made);
        add(std::move(made));
    }

    // Finds the golden dump from which the text was made, if most of it is the same.
    void find_pair(suite_case& made) const
    {
        std::size_t best = made.text.size() / 2;
        for (const auto& other : suite_.cases) {
            if (other.is != "valid" || other.source != "golden") continue;
            const std::string_view a = other.text;
            const std::string_view b = made.text;
            const auto most = std::min(a.size(), b.size());
            const auto ahead = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
            std::size_t behind = 0;
            while (behind < most - ahead && a[a.size() - 1 - behind] == b[b.size() - 1 - behind]) ++behind;
            if (ahead + behind <= best) continue;
            best = ahead + behind;
            made.pair = other.id();
            made.edit = {ahead, std::string(a.substr(ahead, a.size() - behind - ahead)),
                         std::string(b.substr(ahead, b.size() - behind - ahead))};
        }
    }

    void add_golden()
    {
        for (const auto& name : golden_dumps()) add_file(golden_dump(name), "golden", {});
        std::vector<fs::path> inputs;
        for (const auto& entry : fs::directory_iterator(golden() / "inputs"))
            if (entry.is_regular_file() && (entry.path().extension() == ".txt" || entry.path().extension() == ".csv"))
                inputs.push_back(entry.path());
        std::ranges::sort(inputs);
        // Chapters usually show the same in smaller texts.
        std::set<finding_id> shown;
        for (const auto& c : suite_.cases)
            if (is_file(c))
                for (const auto& what : judge_.answer(c).findings) shown.insert(what.id);
        for (const auto& path : inputs) {
            const auto text = read_file(path);
            bool is_new = false;
            for (const auto& what : judge_.answer({.start = "file", .text = text}).findings)
                is_new |= shown.insert(what.id).second;
            if (is_new) add_file(text, "golden", {});
        }
    }

    // --- generated texts ---

    template <typename Node>
    static std::string text_of(const Node& node)
    {
        return printed([&](sink& out) { print(out, node); });
    }

    void add_generated()
    {
        std::vector<std::pair<std::string, commit_time>> states;
        for (const auto& state : dump_states()) states.emplace_back(state.name, state.begin);
        for (std::size_t i = 0; i < states.size(); ++i) {
            const auto& [name, when] = states[i];
            random_source from(20261125 + i);
            const std::set<std::string> tests{"state " + name};
            for (const auto kind : kinds_at(when)) {
                generate::program program(from, when, 500);
                auto text = printed([&](sink& out) { program.print(out, kind); });
                add_with_eras(text, name, states);
                add_file(std::move(text), "generated", tests);
            }
            if (i % 3 == 0) add_companions(from, when, tests);
            add_constructs(from, when, tests);
        }
    }

    void add_companions(random_source& from, commit_time when, const std::set<std::string>& tests)
    {
        ast::arena memory;
        generate::program program(from, when, 1000); // a smaller program would have no allocations
        add_file(text_of(program.statistics()), "generated", tests);
        add_file(text_of(program.make_text(memory)), "generated", tests);
        if (generate::oom_reports_at(when)) add_file(text_of(program.make_oom_report(memory)), "generated", tests);
        if (generate::buffer_info_at(when)) add_file(text_of(program.make_buffer_info(memory)), "generated", tests);
        generate::nodes draw(from, memory, when, generate::vocabulary::known);
        for (int i = 0; i < 3; ++i) add_file(text_of(draw.memory_message()), "generated", tests);
        add_file(text_of(draw.tpu_usage()), "generated", tests);
        add_file(text_of(draw.module_text()), "generated", tests);
    }

    void add_constructs(random_source& from, commit_time when, const std::set<std::string>& tests)
    {
        for (const auto name : entry_names()) {
            const auto which = *entry_of(name);
            ast::arena memory;
            generate::nodes draw(from, memory, when, generate::vocabulary::known);
            const auto line = generate::line_of(which, draw);
            if (!line || line->size() > 1000) continue;
            suite_case made{.is = "valid",
                            .section = section_of(which),
                            .start = std::string(name),
                            .text = *line,
                            .tests = tests,
                            .source = "generated"};
            made.tests.insert("construct " + std::string(name));
            const auto answer = judge_.answer(made);
            if (answer.accepted && answer.findings.empty() && answer.prints_back) add(std::move(made));
        }
    }

    // For each attribute, the first opcode that has it, with a valid value and with an invalid one.
    void add_attributes()
    {
        for (std::size_t a = 1; a < ast::attribute_kind_count; ++a) {
            const auto key = static_cast<ast::attribute_kind>(a);
            const auto name = std::string(spelling(key));
            const auto sample = samples().find(name);
            if (sample == samples().end()) continue;
            for (int o = 1; o <= static_cast<int>(ast::opcode_kind::xor_); ++o) {
                const auto opcode = static_cast<ast::opcode_kind>(o);
                if (opcode == ast::opcode_kind::constant || !takes({opcode, {}, {}}, key)) continue;
                suite_case made{.is = "valid",
                                .section = "instructions",
                                .start = "instruction",
                                .tests = {"attribute " + name},
                                .source = "generated"};
                made.text = line(spelling(opcode), name + "=" + std::string(good_value(opcode, key)));
                const auto answer = judge_.answer(made);
                if (!answer.accepted || !is_clean(answer) || !answer.prints_back) continue;
                made.pair = *add(made);
                made.is = "invalid";
                made.text = line(spelling(opcode), name + "=" + std::string(sample->second.bad));
                if (!judge_.answer(made).accepted) add(made);
                break;
            }
        }
    }

    // Lines and messages with a production that no file and no construct has had so far.
    void add_rare()
    {
        std::set<std::string_view> seen;
        const auto uses_new = [&](describe::node_id start, std::string_view text) {
            if (!matcher_.matches(start, text)) return false;
            const auto before = seen.size();
            for (const auto* steps : {&matcher_.steps(), &matcher_.refuted()})
                for (const auto& step : *steps)
                    if (const auto& name = grammar_.nodes[step.node].name; !name.empty()) seen.insert(name);
            return seen.size() != before;
        };
        for (const auto& c : suite_.cases)
            if (c.is == "valid" && c.start != "production") uses_new(start_of(c), c.text);
        const auto add_line = [&](entry which, std::string line) {
            suite_case made{.is = "valid",
                            .section = section_of(which),
                            .start = std::string(entry_names()[static_cast<std::size_t>(which)]),
                            .text = std::move(line),
                            .source = "generated"};
            made.tests = {"construct " + made.start};
            const auto answer = judge_.answer(made);
            if (made.text.size() > 700 || !answer.accepted || !is_clean(answer)) return;
            if (uses_new(start_of(made), made.text)) add(std::move(made));
        };
        const auto dump = grammar_.rules.find("dump")->second;
        random_source from(38);
        for (int round = 0; round < 200; ++round)
            for (const auto& state : dump_states()) {
                ast::arena memory;
                generate::nodes draw(from, memory, state.begin, generate::vocabulary::known);
                for (const auto which : {entry::instruction, entry::sharding, entry::literal})
                    if (auto line = generate::line_of(which, draw)) add_line(which, *std::move(line));
                auto message = text_of(draw.memory_message());
                if (message.size() < 1500 && uses_new(dump, message)) add_file(std::move(message), "generated", {});
            }
    }

    [[nodiscard]] std::string section_of(entry which) const
    {
        for (const auto& [production, chapter] : chapter_of_)
            if (entry_of_production(production) == which) return chapter;
        return "instructions";
    }

    // The text must be of its own era and of none of the neighbouring states.
    void add_with_eras(const std::string& text, const std::string& own,
                       const std::vector<std::pair<std::string, commit_time>>& states)
    {
        suite_case made{.is = "valid",
                        .section = "releases",
                        .start = "file",
                        .text = text,
                        .era = own,
                        .tests = {"era " + own},
                        .source = "generated"};
        const auto answer = judge_.answer(made);
        if (!answer.accepted || !answer.findings.empty() || text.size() > largest_text) return;
        const std::string before = *add(made);
        std::set<std::string> others;
        std::string last;
        bool was = false;
        for (const auto& [name, when] : states) {
            const auto era = *parse_era(name);
            const bool is = !answer.possible.intersect(era).empty();
            if (is && !was && !last.empty()) others.insert(last);
            if (!is && was) others.insert(name);
            was = is;
            last = name;
        }
        for (const auto& name : others) {
            made.is = "invalid";
            made.era = name;
            made.tests = {"era " + name, "finding other_era"};
            made.pair = before;
            const auto other = judge_.answer(made);
            if (other.accepted && other.findings.size() == 1) add(made);
        }
    }

    // The smallest file with a given instruction, so that readers of files meet it, too.
    void add_files_of_instructions()
    {
        const auto count = suite_.cases.size();
        for (std::size_t i = 0; i < count; ++i) {
            const auto& c = suite_.cases[i];
            if (c.is != "valid" || c.start != "instruction" || c.text.size() > 600) continue;
            const auto begin = c.text.find('%') == std::string::npos ? std::string::npos : c.text.find('%') + 1;
            const auto end = c.text.find(" = ");
            if (begin == std::string::npos || end == std::string::npos || begin > end) continue;
            const auto name = c.text.substr(begin, end - begin);
            const auto tuple = c.text.substr(end + 3, 1) == "(";
            const auto position = name + (tuple ? "{}" : "");
            suite_case made{.is = "valid", .section = c.section, .start = "file", .tests = c.tests, .source = c.source};
            made.tests.erase("construct instruction");
            made.text = "\nTotal bytes used: 0 (0B)\n\nUsed values:\n<0 " + position + " @0>\n positions:\n  " +
                        position + "\n uses:\n  (none)\n from instruction: " + c.text + "\n";
            if (made.tests.empty()) made.tests = {"file values_file"};
            const auto answer = judge_.answer(made);
            if (answer.accepted && is_clean(answer) && answer.prints_back) add(std::move(made));
        }
    }

    // --- pairs ---

    // A part of a valid text that a production matches.
    struct use {
        std::size_t of = 0; // index of the case
        std::size_t at = 0;
    };

    static bool is_file(const suite_case& c) { return c.start == "file"; }

    // Finds, for each production, the smallest texts that use it: files, constructs, and texts of productions.
    void look_for_uses()
    {
        std::vector<std::size_t> by_size;
        for (std::size_t i = 0; i < suite_.cases.size(); ++i)
            if (suite_.cases[i].is == "valid" && suite_.cases[i].era.empty()) by_size.push_back(i);
        std::ranges::stable_sort(by_size, {}, [&](std::size_t i) { return suite_.cases[i].text.size(); });
        for (const auto i : by_size) {
            const auto& c = suite_.cases[i];
            if (!matcher_.matches(start_of(c), c.text)) continue;
            std::set<std::string_view> seen;
            const auto note = [&](const std::vector<describe::step>& steps) {
                for (const auto& step : steps) {
                    const std::string_view name = grammar_.nodes[step.node].name;
                    if (name.empty() || !seen.insert(name).second) continue;
                    auto& known = uses_[std::string(name)][is_file(c) ? 0 : c.start != "production" ? 1 : 2];
                    if (known.size() < 4) known.push_back({i, step.at});
                }
            };
            note(matcher_.steps());
            note(matcher_.refuted());
        }
    }

    void add_pairs()
    {
        const auto& spec = describe::dump_specification();
        for (const auto name : productions_of_the_format(grammar_)) {
            if (describe::is_listed(spec.productions_that_cannot_fail, name)) continue;
            const auto& uses = uses_[std::string(name)];
            const bool in_file = make_pair(name, uses[0]);
            const bool alone = make_pair(name, uses[1]);
            if (!in_file && !alone) make_pair(name, uses[2]);
        }
    }

    bool make_pair(std::string_view name, const std::vector<use>& uses)
    {
        const auto id = grammar_.rules.find(name)->second;
        std::uint64_t salt = 17;
        for (const char c : name) salt = salt * 31 + static_cast<unsigned char>(c);
        for (const auto& from : uses) {
            const auto base = suite_.cases[from.of]; // a copy, because cases are added
            const auto start = start_of(base);
            const auto end = matcher_.match(id, base.text, from.at).value_or(from.at);
            for (auto& edit : edits_at(base.text, from.at, end, salt)) {
                auto text = base.text;
                text.replace(edit.offset, edit.removed.size(), edit.inserted);
                if (text == base.text || !is_utf8(text) || matcher_.matches(start, text)) continue;
                const auto& failed = matcher_.failed();
                if (std::ranges::find(failed, id) == failed.end()) continue;
                suite_case made{.is = "invalid",
                                .start = base.start,
                                .production = base.production,
                                .text = std::move(text),
                                .tests = {"production " + std::string(name)},
                                .source = "pair",
                                .pair = base.id(),
                                .edit = std::move(edit)};
                made.section = chapter_of(name);
                const auto answer = judge_.answer(made);
                if (answer.accepted || answer.findings.empty()) continue;
                add(std::move(made));
                return true;
            }
        }
        return false;
    }

    // --- pairs for findings ---

    // For each finding in refused texts without a pair: the smallest text in which an edit causes it.
    void add_pairs_of_findings()
    {
        std::set<finding_id> wanted;
        for (const auto& row : all_findings())
            if (row.phase == phase::context || row.phase == phase::text || row.phase == phase::form ||
                row.id == finding_id::mixed_eras || row.id == finding_id::trimmed_end)
                wanted.insert(row.id);
        const auto known = suite_.cases;
        for (const auto& c : known)
            if (!c.pair.empty() && c.start != "production")
                if (const auto found = judge_.answer(c).findings; !found.empty()) wanted.erase(found.front().id);
        std::vector<const suite_case*> bases;
        for (const auto& c : known)
            if (c.is == "valid" && c.start != "production" && c.era.empty()) bases.push_back(&c);
        std::ranges::stable_sort(bases, {}, [](const suite_case* c) { return c->text.size(); });
        for (const auto* base : bases)
            for (auto& edit : faults_in(base->text)) {
                if (wanted.empty()) return;
                suite_case made{.is = "invalid",
                                .section = base->section,
                                .start = base->start,
                                .text = base->text,
                                .source = "pair",
                                .pair = base->id()};
                made.text.replace(edit.offset, edit.removed.size(), edit.inserted);
                const auto answer = judge_.answer(made);
                if (answer.findings.empty() || wanted.erase(answer.findings.front().id) == 0) continue;
                const auto& what = answer.findings.front();
                made.tests.insert("finding " + std::string(info(what.id).name));
                if (const auto rule = context_rule_of(what); rule != 0)
                    made.tests.insert("rule C" + std::to_string(rule));
                made.edit = std::move(edit);
                add(std::move(made));
            }
        for (const auto id : wanted) std::cout << "no pair for " << info(id).name << "\n";
    }

    // --- coverage ----------------------------------------------------------------------------------------------------

    static void show(std::map<std::string, shown_by, std::less<>>& in, std::string_view name,
                     std::string shown_by::* kind, const std::string& id)
    {
        auto& known = in[std::string(name)].*kind;
        if (known.empty()) known = id;
    }

    void find_what_is_shown()
    {
        std::ranges::stable_sort(suite_.cases, {}, [](const suite_case& c) {
            return std::tuple(c.is != "valid", c.is, c.section, c.start == "production", c.start != "file", c.source,
                              c.text.size(), c.id());
        });
        std::map<std::string, std::size_t> by_id;
        for (std::size_t i = 0; i < suite_.cases.size(); ++i) by_id.emplace(suite_.cases[i].id(), i);
        // A file is better evidence than a construct, and a construct better than the text of a production.
        std::vector<const suite_case*> order;
        for (const auto& c : suite_.cases) order.push_back(&c);
        std::ranges::stable_sort(order, {}, [](const suite_case* c) {
            return std::pair(c->start == "production" ? 2 : is_file(*c) ? 0 : 1, c->text.size());
        });
        for (const auto* c : order) find_what_is_shown(*c);
    }

    void find_what_is_shown(const suite_case& c)
    {
        const bool valid = c.is == "valid";
        const auto kind = valid ? &shown_by::valid : c.is == "free" ? &shown_by::free : &shown_by::invalid;
        const auto id = c.id();
        const auto answer = judge_.answer(c);
        const bool matched = matcher_.matches(start_of(c), c.text);
        const auto note = [&](describe::node_id node) {
            if (const auto& name = grammar_.nodes[node].name; !name.empty()) show(suite_.productions, name, kind, id);
        };
        if (matched && valid) {
            for (const auto& step : matcher_.steps()) note(step.node);
            for (const auto& step : matcher_.refuted()) note(step.node);
        } else if (!matched && c.is == "invalid") {
            for (const auto node : matcher_.failed()) note(node);
            note(start_of(c));
        }
        for (const auto& test : c.tests)
            if (test.starts_with("rule ")) show(suite_.rules, test.substr(5), kind, id);
        if (c.start == "production") return;
        for (const auto& what : answer.findings) {
            const auto& row = info(what.id);
            // An unknown spelling is noted in conforming texts.
            if (!valid || row.phase == phase::unknown) show(suite_.findings, row.name, kind, id);
            if (!c.pair.empty()) show(suite_.findings, row.name, &shown_by::valid, c.pair);
        }
    }

    const std::vector<describe::chapter>& chapters_;
    describe::named_files files_;
    std::map<std::string, std::string, std::less<>> chapter_of_; // by production
    const describe::grammar_data& grammar_ = describe::dump_grammar();
    describe::matcher matcher_{grammar_};
    case_judge judge_;
    conformance_suite suite_;
    std::map<std::string, std::size_t> places_; // of cases, by identifier
    std::map<std::string, std::string> named_;  // the identifiers of the files that chapters name
    std::map<std::string, std::array<std::vector<use>, 3>> uses_;
};

} // namespace ballast::tests
