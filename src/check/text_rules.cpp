// The instructions of a module text compared with each other: names, operands, parameters, results and calls. In the
// texts of earlier stages, calls pass operands with other layouts, shapes are not final, and computations that nothing
// calls follow the entry computation. There, only names, operands, the numbers of parameters and signatures must agree.
//
//     %fused_computation (param_0.1: f32[8]) -> f32[8] {
//       %param_0.1 = f32[8]{0} parameter(0)
//       ROOT %add.2 = f32[8]{0} add(%param_0.1, %param_0.1)
//     }
#include "check/module_text.hpp"

#include "base/file_name.hpp"
#include "check/parameter_number.hpp"
#include "check/printed_instruction.hpp"
#include "check/result_rules.hpp"
#include "check/text_lines.hpp"
#include "check/usage_report.hpp"

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <vector>

namespace ballast::checking {

namespace {

using op = ast::opcode_kind;

// Attributes that name computations.
constexpr std::string_view naming_keys[] = {"body",
                                            "branch_computations",
                                            "called_computations",
                                            "calls",
                                            "comparator",
                                            "condition",
                                            "false_computation",
                                            "scatter",
                                            "select",
                                            "to_apply",
                                            "true_computation"};

class text_checker {
public:
    text_checker(const context& in, const module_text_of& of, const text_lines& lines)
        : in_(in), of_(of), lines_(lines), shape_of_(lines.size(), none)
    {
    }

    void check()
    {
        for (number c = 0; c < lines_.computations(); ++c) {
            first_parameter_.push_back(parameters_.size());
            check_names(c);
            for (auto line = lines_.begin_of(c); line < lines_.end_of(c); ++line) check_line(c, line);
            check_numbers(c);
            check_signature(c);
        }
        check_mark();
        check_module_name();
        if (!of_.optimized) return;
        check_entry();
        check_tables();
        check_entry_name();
    }

private:
    struct parameter {
        std::int64_t stated;
        number line;
    };
    [[nodiscard]] std::span<const parameter> parameters_of(number c) const
    {
        const auto begin = first_parameter_[c];
        const auto end =
            c + std::size_t{1} < first_parameter_.size() ? first_parameter_[c + std::size_t{1}] : parameters_.size();
        return std::span(parameters_.data(), parameters_.size()).subspan(begin, end - begin);
    }

    // --- names ---
    void check_names(number c)
    {
        in_.out.applies(finding_id::text_twice, lines_.end_of(c) - lines_.begin_of(c));
        const auto name = of_.tree->computations[c].name;
        if (lines_.computation_of(name) != c)
            add(finding_id::text_twice, name, say("the module text has two computations {}", shown(name, 80)));
        for (auto line = lines_.begin_of(c); line < lines_.end_of(c); ++line)
            if (const auto mine = lines_[line].name(); lines_.line_of(mine) != line)
                add(finding_id::text_twice, mine, say("the module text has two instructions {}", shown(mine, 80)));
    }

    // --- lines ---
    void check_line(number c, number line)
    {
        const auto made = cut(lines_[line].text);
        if (made.opcode.empty()) return; // not an instruction, which is reported when it is read
        shape_of_[line] = shapes_.of(made.shape);
        const auto opcode = ast::resolve_opcode(made.opcode);
        operands_.clear();
        if (opcode.kind == op::parameter) {
            take_parameter(line, made);
        } else if (opcode.kind != op::constant) {
            if (!take_operands(c, line, made)) return;
        }
        if (opcode.suffix == ast::async_suffix::none && of_.optimized) {
            const shaped_instruction shaped{opcode.kind, shape_of_[line], operands_, made.attributes, in_.on.is_tpu()};
            if (has_result_rule(opcode.kind)) in_.out.applies(finding_id::result_shape);
            if (!result_fits(shapes_, shaped))
                add(finding_id::result_shape, made.shape,
                    say("{} has the shape {}, which does not follow from its operands and attributes",
                        shown(made.name, 80), shown(made.shape, 60)));
        }
        check_calls(c, line, made, opcode);
    }

    void take_parameter(number line, const printed_instruction& made)
    {
        std::int64_t which = -1;
        std::from_chars(made.operands.data(), made.operands.data() + made.operands.size(), which);
        parameters_.push_back({which, line});
        const auto named = parameter_number(made.name);
        if (!named || !of_.optimized) return;
        in_.out.applies(finding_id::parameter_name);
        if (*named != which)
            in_.out.add(finding_id::parameter_name, in_place(made.name),
                        say("{} is parameter {}", shown(made.name, 80), which), {row_of(in_place(made.name))});
    }

    // False if an operand is not found.
    bool take_operands(number c, number line, const printed_instruction& made)
    {
        for (printed_list list(made.operands); !list.done();) {
            const auto item = list.next();
            in_.out.applies(finding_id::text_operand);
            const auto operand = cut_operand(item);
            const auto read = lines_.line_of(operand.name);
            const bool above = read != none && read < line && read >= lines_.begin_of(c);
            // A deleted operand has no name. A duplicate name is reported once.
            if (operand.name.empty() || operand.name == "null") {
                operands_.push_back(none);
                continue;
            }
            if (!above) {
                add(finding_id::text_operand, item,
                    say("{}, an operand of {}, is not an instruction above it in its computation",
                        shown(operand.name, 80), shown(made.name, 80)));
                return false;
            }
            const auto shape = part_of(shape_of_[read], operand.element);
            if (shape == none && !operand.element.empty()) {
                add(finding_id::text_operand, item,
                    say("{}, an operand of {}, is an element that the result of {} does not have", shown(item, 80),
                        shown(made.name, 80), shown(operand.name, 80)));
                return false;
            }
            if (!operand.shape.empty() && shapes_.of(operand.shape) != shape) {
                add(finding_id::text_operand, operand.shape,
                    say("{}, an operand of {}, has the shape {} here, above {}", shown(operand.name, 80),
                        shown(made.name, 80), shown(operand.shape, 60), shown(cut(lines_[read].text).shape, 60)));
                return false;
            }
            operands_.push_back(shape);
        }
        return true;
    }

    // The part of a shape that `1#0` names, or none.
    number part_of(number shape, std::string_view element) const
    {
        while (!element.empty() && shape != none) {
            std::size_t step = 0;
            const auto* end = element.data() + element.size();
            const auto [next, error] = std::from_chars(element.data(), end, step);
            if (error != std::errc()) return none;
            shape = shapes_.part(shape, step);
            element.remove_prefix(
                std::min<std::size_t>(static_cast<std::size_t>(next - element.data()) + 1, element.size()));
        }
        return shape;
    }

    // --- calls ---
    void check_calls(number c, number line, const printed_instruction& made, const ast::opcode_name& opcode)
    {
        for (printed_list list(made.attributes); !list.done();) {
            const auto [key, value] = cut_attribute(list.next());
            if (std::ranges::find(naming_keys, key) == std::end(naming_keys)) continue;
            const bool braces = value.starts_with('{');
            for (printed_list names(braces ? value.substr(1, value.size() - 2) : value); !names.done();) {
                const auto item = names.next();
                const auto name = item.substr(item.starts_with('%') ? 1 : 0);
                const auto called = lines_.computation_of(name);
                in_.out.applies(finding_id::text_call);
                // XLA prints called computations before their callers.
                if (called == none || called >= c)
                    add(finding_id::text_call, item,
                        say("{} calls {}, which is not a computation above it", shown(made.name, 80), shown(name, 80)));
                else if (of_.optimized && passes_operands(opcode, key))
                    check_call(line, made, opcode, key, called);
            }
        }
    }

    // `async-start`, or `fusion-start`, which wraps a fusion.
    static bool is_start(const ast::opcode_name& opcode)
    {
        return opcode.kind == op::async_start || opcode.suffix == ast::async_suffix::start;
    }
    static bool passes_operands(const ast::opcode_name& opcode, std::string_view key)
    {
        if (opcode.suffix != ast::async_suffix::none && !is_start(opcode)) return false;
        if (opcode.kind == op::fusion || opcode.kind == op::async_start) return key == "calls";
        if (opcode.kind == op::call) return key == "to_apply";
        return opcode.kind == op::while_ && (key == "body" || key == "condition");
    }

    // Operands and parameters have the same shapes and layouts, and so have both results.
    void check_call(number line, const printed_instruction& made, const ast::opcode_name& opcode, std::string_view key,
                    number called)
    {
        const auto name = of_.tree->computations[called].name;
        const auto parameters = parameters_of(called);
        // On a TPU an asynchronous call may take its operands elsewhere.
        if (is_start(opcode) && operands_.empty()) return;
        if (parameters.size() != operands_.size())
            return add(finding_id::text_call, made.name,
                       say("{} has {} operands, {} has {} parameters", shown(made.name, 80), operands_.size(),
                           shown(name, 80), parameters.size()));
        for (std::size_t k = 0; k < parameters.size(); ++k)
            if (operands_[k] != none && !may_be_passed(operands_[k], shape_of_[parameters[k].line]))
                return add(finding_id::text_call, made.operands,
                           say("operand {} of {} differs in its shape from parameter {} of {}", k, shown(made.name, 80),
                               k, shown(name, 80)));
        const auto root = lines_.root_of(called);
        const auto result = is_start(opcode) ? shapes_.part(shape_of_[line], 1) : shape_of_[line];
        if (key != "condition" && root != none && result != none && !may_be_passed(shape_of_[root], result))
            add(finding_id::text_call, made.shape,
                say("the result of {} differs in its shape from that of {}", shown(made.name, 80), shown(name, 80)));
    }

    // The fused computations of a GPU do not show the memory spaces of what they read and write.
    [[nodiscard]] bool may_be_passed(number from, number to) const
    {
        if (from == to || from == none || to == none) return from == to;
        return in_.on.kind == platform_kind::gpu && shapes_.has_memory_space(from) != shapes_.has_memory_space(to) &&
               shapes_.same_without_layout(from, to);
    }

    // --- computations ---
    // Parameters are numbered 0, 1, 2, …; one instruction is the result.
    void check_numbers(number c)
    {
        std::ranges::sort(std::span(parameters_.data(), parameters_.size()).subspan(first_parameter_[c]), {},
                          &parameter::stated);
        const auto parameters = parameters_of(c);
        for (std::size_t k = 0; k < parameters.size(); ++k)
            if (parameters[k].stated != static_cast<std::int64_t>(k))
                return add(finding_id::text_signature, lines_[parameters[k].line].name(),
                           say("{} is parameter {}, but there is no parameter {}, or two of them",
                               shown(lines_[parameters[k].line].name(), 80), parameters[k].stated, k));
        for (auto line = lines_.begin_of(c); line < lines_.end_of(c); ++line)
            if (lines_[line].root != (line == lines_.root_of(c)))
                return add(finding_id::text_signature, lines_[line].name(),
                           say("{} is a second `ROOT` of its computation", shown(lines_[line].name(), 80)));
        if (lines_.root_of(c) == none)
            add(finding_id::text_signature, of_.tree->computations[c].name,
                say("no instruction of {} is its `ROOT`", shown(of_.tree->computations[c].name, 80)));
    }

    // `%f (a: f32[8], b: s32[]) -> f32[8] {`
    void check_signature(number c)
    {
        const auto& computation = of_.tree->computations[c];
        if (!computation.signature) return;
        const auto begin =
            static_cast<std::size_t>(computation.name.data() - of_.text.data()) + computation.name.size();
        auto text = of_.text.substr(begin, of_.text.find('\n', begin) - begin);
        if (!text.starts_with(" (") || !text.ends_with(" {")) return;
        in_.out.applies(finding_id::text_signature);
        text = text.substr(2, text.size() - 4);
        constexpr std::string_view arrow = ") -> ";
        const auto end = text.rfind(arrow);
        if (end == std::string_view::npos) return;
        const auto parameters = parameters_of(c);
        std::size_t k = 0;
        for (printed_list list(text.substr(0, end)); !list.done(); ++k) {
            const auto item = without_comment(list.next());
            const auto colon = std::min(item.find(": "), item.size() - std::min<std::size_t>(2, item.size()));
            const auto name = item.substr(0, colon);
            if (k >= parameters.size())
                return add(finding_id::text_signature, item,
                           say("{} has {} parameters", shown(computation.name, 80), parameters.size()));
            const auto line = parameters[k].line;
            if (name != lines_[line].name())
                return add(finding_id::text_signature, name,
                           say("parameter {} of {} is {} here, below {}", k, shown(computation.name, 80),
                               shown(name, 80), shown(lines_[line].name(), 80)));
            if (!fits(item.substr(colon + 2), line, computation)) return;
        }
        if (k != parameters.size())
            return add(
                finding_id::text_signature, computation.name,
                say("{} has {} parameters, its signature {}", shown(computation.name, 80), parameters.size(), k));
        if (lines_.root_of(c) != none) fits(text.substr(end + arrow.size()), lines_.root_of(c), computation);
    }

    bool fits(std::string_view shape, number line, const ast::computation_text& computation)
    {
        const auto here = shapes_.of(shape);
        if (here == none || shape_of_[line] == none || shapes_.same_without_layout(here, shape_of_[line])) return true;
        add(finding_id::text_signature, shape,
            say("{} has the shape {} in the signature of {}, below {}", shown(lines_[line].name(), 80),
                shown(shape, 60), shown(computation.name, 80), shown(cut(lines_[line].text).shape, 60)));
        return false;
    }

    // One computation is marked `ENTRY`. After optimizations nothing follows it, since called computations come before
    // their callers.
    void check_mark()
    {
        const auto& all = of_.tree->computations;
        if (all.empty()) return;
        const auto entry = std::ranges::find(all, true, &ast::computation_text::entry);
        if (entry == all.end())
            return add(finding_id::text_call, all.back().name, say("no computation is marked `ENTRY`"));
        const auto second = std::ranges::find(entry + 1, all.end(), true, &ast::computation_text::entry);
        if (second != all.end())
            add(finding_id::text_call, second->name,
                say("{} is marked `ENTRY`, and so is {}", shown(second->name, 80), shown(entry->name, 80)));
        else if (entry + 1 != all.end() && of_.optimized)
            add(finding_id::text_call, entry[1].name,
                say("{} comes after the entry computation: nothing calls it", shown(entry[1].name, 80)));
    }

    // The layout of the entry computation, in the header, may have other memory spaces.
    void check_entry()
    {
        const auto* layout = of_.tree->entry_computation_layout.get();
        const auto entry = std::ranges::find(of_.tree->computations, true, &ast::computation_text::entry);
        if (!layout || entry == of_.tree->computations.end()) return;
        in_.out.applies(finding_id::text_signature);
        const auto c = static_cast<number>(entry - of_.tree->computations.begin());
        auto text = of_.text.substr(static_cast<std::size_t>(layout->at.offset));
        text = text.substr(0, text.find('\n'));
        if (!text.starts_with('(')) return;
        const auto listed = printed_list(text.substr(1)).whole();
        const auto result = text.substr(std::min(listed.size() + std::string_view("()->").size(), text.size()));
        const auto parameters = parameters_of(c);
        std::size_t k = 0;
        for (printed_list list(listed); !list.done(); ++k) {
            const auto item = without_comment(list.next());
            if (k >= parameters.size())
                return add(finding_id::text_signature, item,
                           say("the entry computation has {} parameters", parameters.size()));
            if (!fits_entry(item, parameters[k].line)) return;
        }
        if (k != parameters.size())
            return add(finding_id::text_signature, text.substr(0, 1),
                       say("the entry computation has {} parameters, its layout {}", parameters.size(), k));
        if (lines_.root_of(c) != none) fits_entry(printed_list(result).whole(), lines_.root_of(c));
    }
    bool fits_entry(std::string_view shape, number line)
    {
        const auto below = cut(lines_[line].text).shape;
        const auto here = shapes_.of(shape);
        if (here == none || shape_of_[line] == none || here == shape_of_[line]) return true;
        const bool spaces = shape.find("S(") != std::string_view::npos || below.find("S(") != std::string_view::npos;
        if (spaces && shapes_.same_without_layout(here, shape_of_[line])) return true;
        add(finding_id::text_signature, shape,
            say("{} has the shape {} in the header, in the entry computation {}", shown(lines_[line].name(), 80),
                shown(shape, 60), shown(below, 60)));
        return false;
    }

    // --- tables of stack frames ---
    void check_tables()
    {
        const auto* tables = of_.tree->tables.get();
        if (!tables) return;
        in_.out.applies(finding_id::frame_order);
        next_new files;
        next_new functions;
        next_new locations;
        for (const auto& each : tables->file_locations) {
            if (!files.takes(each.file_name_id) || !functions.takes(each.function_name_id))
                warn_of_frames(each.at, say("location {} names a file or a function before the one that is new next",
                                            each.number));
            if (each.end_line < each.line || (each.end_line == each.line && each.end_column < each.column))
                warn_of_frames(each.at, say("location {} ends before it starts", each.number));
        }
        for (const auto& each : tables->stack_frames) {
            if (!locations.takes(each.file_location_id))
                warn_of_frames(each.at, say("frame {} names location {} before the one that is new next", each.number,
                                            each.file_location_id));
            if (each.parent >= each.number)
                warn_of_frames(each.at, say("the parent of frame {} is frame {}, which is not above it", each.number,
                                            each.parent));
        }
        if (!functions.has_met(tables->function_names.size()) || !files.has_met(tables->file_names.size()) ||
            !locations.has_met(tables->file_locations.size()))
            warn_of_frames(tables->stack_frames.empty() ? of_.tree->computations[0].at : tables->stack_frames[0].at,
                           say("a file, a function or a location of the tables is not used in them"));
    }
    // Checks that new numbers are 1, 2, 3, … in the order of their first occurrence.
    struct next_new {
        std::int64_t last = 0;

        bool takes(std::int64_t stated)
        {
            const bool next = stated <= last + 1;
            last = std::max(last, stated);
            return next;
        }
        [[nodiscard]] bool has_met(std::size_t count) const { return last == static_cast<std::int64_t>(count); }
    };
    void warn_of_frames(ast::position at, finding_message what)
    {
        const auto line = of_.text.substr(static_cast<std::size_t>(at.offset));
        const auto where = in_place(line.substr(0, line.find('\n')));
        in_.out.warn(finding_id::frame_order, where, std::move(what), {row_of(where)});
    }

    // --- the module ---
    // `module_0003.jit_step.cpu_after_optimizations.txt`. XLA leaves out a name with which that of the file would be
    // too long, and replaces some characters.
    void check_module_name()
    {
        const auto path = sibling_path(without_compression(in_.file_name));
        const auto file = parse_file_name(path);
        if (!file || !file->made_by_xla || file->module.empty()) return;
        in_.out.applies(finding_id::module_name);
        const auto name = of_.tree->name;
        const auto alike = [](char in_file, char c) {
            return in_file == c || (in_file == '_' && std::string_view("/\\[] ").find(c) != std::string_view::npos);
        };
        // The stage can have several parts: `jit_step.0003.fusion.after_x.before_y`, `jit_step.cl_12.after_y`.
        const auto rest = file->module.substr(std::min(name.size(), file->module.size()));
        const auto head = file->module.substr(0, file->module.size() - rest.size());
        const bool stage = rest.empty() || rest.starts_with(of_.optimized ? ".cl_" : ".");
        if (std::ranges::equal(head, name, alike) && stage) return;
        in_.out.warn(
            finding_id::module_name, in_place(name),
            say("the module is called {}, in the name of its file {}", shown(name, 80), shown(file->module, 80)),
            {row_of(in_place(name))});
    }

    // Frameworks name the entry computation `main`, or like the module but for the number that XLA adds.
    void check_entry_name()
    {
        const auto entry = std::ranges::find(of_.tree->computations, true, &ast::computation_text::entry);
        if (entry == of_.tree->computations.end()) return;
        const auto name = stem(entry->name);
        const auto module = stem(of_.tree->name);
        const auto alike = [](char a, char b) { return a == b || (is_digit(a) && is_digit(b)); };
        if (name != module && std::ranges::equal(name, module, alike)) {
            in_.out.warn(
                finding_id::module_name, in_place(entry->name),
                say("the entry computation is {}, the module {}", shown(entry->name, 80), shown(of_.tree->name, 80)),
                {row_of(in_place(entry->name))});
            return;
        }
        if (in_.rows.trace.empty()) return;
        const auto& top = in_.rows.trace.front();
        in_.out.applies(finding_id::module_name);
        const auto label = in_.rows.name(top.label);
        if (label == entry->name) return;
        in_.out.warn(finding_id::module_name, in_place(entry->name),
                     say("the entry computation is {}, at the top of the stack trace is {}", shown(entry->name, 80),
                         shown(label, 80)),
                     {row_of(in_place(entry->name))}, {}, {{in_.name(top.at, top.label), say("the stack trace")}});
    }
    static bool is_digit(char c) { return c >= '0' && c <= '9'; }
    // The name without `.1.2` at its end.
    static std::string_view stem(std::string_view name)
    {
        auto end = name.size();
        for (auto at = end; at > 0; --at) {
            if (name[at - 1] == '.' && at < end)
                end = at - 1;
            else if (!is_digit(name[at - 1]))
                break;
        }
        return name.substr(0, end);
    }

    // --- output ---
    [[nodiscard]] place in_place(std::string_view part) const { return of_.place_of(part); }
    void add(finding_id which, std::string_view part, finding_message text)
    {
        in_.out.add(which, in_place(part), std::move(text), {row_of(in_place(part))});
    }

    const context& in_;
    const module_text_of& of_;
    const text_lines& lines_;
    shape_table shapes_;
    model::row_list<number> shape_of_;             // by line
    model::row_list<parameter> parameters_;        // computation by computation
    model::row_list<std::size_t> first_parameter_; // by computation
    std::vector<number> operands_;                 // the shapes of those of one line
};

} // namespace

void check_text(const context& in, const module_text_of& of, const text_lines& lines)
{
    text_checker(in, of, lines).check();
}

} // namespace ballast::checking
