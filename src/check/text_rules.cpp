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
#include "check/printed_parts.hpp"
#include "check/text_index.hpp"
#include "check/usage_report.hpp"
#include "rules/result.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace ballast::checking {

namespace {

using op = ast::opcode_kind;

using ast::attribute_kind;

// The part of a shape at a path, or null.
const ast::shape* part_at(const ast::shape* of, const ast::list<std::int64_t>& path)
{
    return of ? ast::subshape(*of, path) : nullptr;
}

// True if a layout in the shape names a memory space.
bool has_memory_space(const ast::shape& of)
{
    if (const auto* tuple = of.tuple()) return std::ranges::any_of(tuple->elements, has_memory_space);
    const auto* array = of.array();
    return array && array->layout && array->layout->suffixes && array->layout->suffixes->memory_space != 0;
}

class text_checker {
public:
    text_checker(const context& in, const module_text_of& of, const text_index& lines)
        : in_(in), of_(of), lines_(lines), parts_(*of.tree, of.text)
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
            if (const auto mine = lines_.name(line); lines_.line_of(mine) != line)
                add(finding_id::text_twice, mine, say("the module text has two instructions {}", shown(mine, 80)));
    }

    // --- lines ---
    void check_line(number c, number line)
    {
        const auto& made = lines_.node(line);
        operands_.clear();
        if (made.opcode.kind == op::parameter)
            take_parameter(line, made);
        else if (made.opcode.kind != op::constant && !take_operands(c, line, made))
            return;
        if (made.opcode.suffix == ast::async_suffix::none && of_.optimized) {
            if (rules::has_result_rule(made.opcode.kind)) in_.out.applies(finding_id::result_shape);
            if (!rules::result_fits({made.opcode.kind, made.shape.get(), operands_, made.attributes, in_.on.is_tpu()}))
                add(finding_id::result_shape, parts_.shape(made),
                    say("{} has the shape {}, which does not follow from its operands and attributes",
                        shown(made.name, 80), shown(parts_.shape(made), 60)));
        }
        check_calls(c, line, made);
    }

    void take_parameter(number line, const ast::instruction& made)
    {
        const auto* const body = std::get_if<ast::parameter_number>(&made.body);
        const auto which = body ? body->number : -1;
        parameters_.push_back({which, line});
        const auto named = parameter_number(made.name);
        if (!named || !of_.optimized) return;
        in_.out.applies(finding_id::parameter_name);
        if (*named != which)
            in_.out.add(finding_id::parameter_name, in_place(made.name),
                        say("{} is parameter {}", shown(made.name, 80), which), {row_of(in_place(made.name))});
    }

    // False if an operand is not found.
    bool take_operands(number c, number line, const ast::instruction& made)
    {
        const auto* const operands = std::get_if<ast::list<ast::operand>>(&made.body);
        if (!operands) return true;
        for (const auto& operand : *operands) {
            in_.out.applies(finding_id::text_operand);
            const auto read = lines_.line_of(operand.name);
            const bool above = read != none && read < line && read >= lines_.begin_of(c);
            // A deleted operand has no name. A duplicate name is reported once.
            if (operand.name.empty()) {
                operands_.push_back(nullptr);
                continue;
            }
            const auto item = parts_.operand(lines_[line], operand);
            if (!above) {
                if (lines_.has_unread(c)) return false; // it may be an unread piece
                add(finding_id::text_operand, item,
                    say("{}, an operand of {}, is not an instruction above it in its computation",
                        shown(operand.name, 80), shown(made.name, 80)));
                return false;
            }
            const auto& element = operand.detail->element;
            const auto* const shape = part_at(lines_.node(read).shape.get(), element);
            if (!shape) {
                add(finding_id::text_operand, item,
                    say("{}, an operand of {}, is an element that the result of {} does not have", shown(item, 80),
                        shown(made.name, 80), shown(operand.name, 80)));
                return false;
            }
            if (operand.detail->shape && *operand.detail->shape != *shape) {
                const auto printed = parts_.shape_before(lines_[line], operand);
                add(finding_id::text_operand, printed,
                    say("{}, an operand of {}, has the shape {} here, above {}", shown(operand.name, 80),
                        shown(made.name, 80), shown(printed, 60), shown(parts_.shape(lines_.node(read)), 60)));
                return false;
            }
            operands_.push_back(shape);
        }
        return true;
    }

    // --- calls ---
    void check_calls(number c, number line, const ast::instruction& made)
    {
        for (const auto& each : made.attributes) {
            if (each.key.kind == attribute_kind::control_predecessors) continue; // the one list of other names
            if (const auto* one = std::get_if<ast::computation>(&each.value))
                check_called(c, line, made, each.key.kind, one->name);
            if (const auto* some = std::get_if<ast::computations>(&each.value))
                for (const auto name : some->names) check_called(c, line, made, each.key.kind, name);
        }
    }

    void check_called(number c, number line, const ast::instruction& made, attribute_kind which, std::string_view name)
    {
        const auto called = lines_.computation_of(name);
        in_.out.applies(finding_id::text_call);
        // XLA prints called computations before their callers.
        if (called == none || called >= c)
            add(finding_id::text_call, parts_.reference(lines_[line], name),
                say("{} calls {}, which is not a computation above it", shown(made.name, 80), shown(name, 80)));
        else if (of_.optimized && passes_operands(made.opcode, which))
            check_call(line, made, which, called);
    }

    // `async-start`, or `fusion-start`, which wraps a fusion.
    static bool is_start(const ast::opcode& opcode)
    {
        return opcode.kind == op::async_start || opcode.suffix == ast::async_suffix::start;
    }
    static bool passes_operands(const ast::opcode& opcode, attribute_kind which)
    {
        if (opcode.suffix != ast::async_suffix::none && !is_start(opcode)) return false;
        if (opcode.kind == op::fusion || opcode.kind == op::async_start) return which == attribute_kind::calls;
        if (opcode.kind == op::call) return which == attribute_kind::to_apply;
        return opcode.kind == op::while_ && (which == attribute_kind::body || which == attribute_kind::condition);
    }

    // Operands and parameters have the same shapes and layouts, and so have both results.
    void check_call(number line, const ast::instruction& made, attribute_kind which, number called)
    {
        const auto name = of_.tree->computations[called].name;
        const auto parameters = parameters_of(called);
        // On a TPU an asynchronous call may take its operands elsewhere.
        if ((is_start(made.opcode) && operands_.empty()) || lines_.has_unread(called)) return;
        if (parameters.size() != operands_.size())
            return add(finding_id::text_call, made.name,
                       say("{} has {} operands, {} has {} parameters", shown(made.name, 80), operands_.size(),
                           shown(name, 80), parameters.size()));
        for (std::size_t k = 0; k < parameters.size(); ++k)
            if (operands_[k] && !may_be_passed(*operands_[k], *lines_.node(parameters[k].line).shape))
                return add(finding_id::text_call, parts_.operands(lines_[line]),
                           say("operand {} of {} differs in its shape from parameter {} of {}", k, shown(made.name, 80),
                               k, shown(name, 80)));
        const auto root = lines_.root_of(called);
        const auto* result = made.shape.get();
        if (is_start(made.opcode)) {
            const auto* const tuple = made.shape->tuple();
            result = tuple && tuple->elements.size() > 1 ? &tuple->elements[1] : nullptr;
        }
        if (which != attribute_kind::condition && root != none && result &&
            !may_be_passed(*lines_.node(root).shape, *result))
            add(finding_id::text_call, parts_.shape(made),
                say("the result of {} differs in its shape from that of {}", shown(made.name, 80), shown(name, 80)));
    }

    // The fused computations of a GPU do not show the memory spaces of what they read and write.
    [[nodiscard]] bool may_be_passed(const ast::shape& from, const ast::shape& to) const
    {
        return from == to || (in_.on.kind == platform_kind::gpu && has_memory_space(from) != has_memory_space(to) &&
                              ast::same_without_layout(from, to));
    }

    // --- computations ---
    // Parameters are numbered 0, 1, 2, …; one instruction is the result.
    void check_numbers(number c)
    {
        std::ranges::sort(std::span(parameters_.data(), parameters_.size()).subspan(first_parameter_[c]), {},
                          &parameter::stated);
        const auto parameters = parameters_of(c);
        for (std::size_t k = 0; k < parameters.size() && !lines_.has_unread(c); ++k)
            if (parameters[k].stated != static_cast<std::int64_t>(k))
                return add(finding_id::text_signature, lines_.name(parameters[k].line),
                           say("{} is parameter {}, but there is no parameter {}, or two of them",
                               shown(lines_.name(parameters[k].line), 80), parameters[k].stated, k));
        for (auto line = lines_.begin_of(c); line < lines_.end_of(c); ++line)
            if (lines_[line].root != (line == lines_.root_of(c)))
                return add(finding_id::text_signature, lines_.name(line),
                           say("{} is a second `ROOT` of its computation", shown(lines_.name(line), 80)));
        if (lines_.root_of(c) == none && !lines_.has_unread(c))
            add(finding_id::text_signature, of_.tree->computations[c].name,
                say("no instruction of {} is its `ROOT`", shown(of_.tree->computations[c].name, 80)));
    }

    // `%f (a: f32[8], b: s32[]) -> f32[8] {`
    void check_signature(number c)
    {
        const auto& computation = of_.tree->computations[c];
        if (!computation.signature || lines_.has_unread(c)) return;
        in_.out.applies(finding_id::text_signature);
        const auto parameters = parameters_of(c);
        std::size_t k = 0;
        for (const auto& each : computation.signature->parameters) {
            if (k >= parameters.size())
                return add(finding_id::text_signature, parts_.head_parameter(each),
                           say("{} has {} parameters", shown(computation.name, 80), parameters.size()));
            const auto line = parameters[k].line;
            if (each.name != lines_.name(line))
                return add(finding_id::text_signature, each.name,
                           say("parameter {} of {} is {} here, below {}", k, shown(computation.name, 80),
                               shown(each.name, 80), shown(lines_.name(line), 80)));
            if (!fits(each.shape, parts_.head_shape(each), line, computation)) return;
            ++k;
        }
        if (k != parameters.size())
            return add(
                finding_id::text_signature, computation.name,
                say("{} has {} parameters, its signature {}", shown(computation.name, 80), parameters.size(), k));
        if (lines_.root_of(c) != none)
            fits(computation.signature->result, parts_.head_result(computation), lines_.root_of(c), computation);
    }

    bool fits(const ast::shape& shape, std::string_view printed, number line, const ast::computation_text& computation)
    {
        if (ast::same_without_layout(shape, *lines_.node(line).shape)) return true;
        add(finding_id::text_signature, printed,
            say("{} has the shape {} in the signature of {}, below {}", shown(lines_.name(line), 80),
                shown(printed, 60), shown(computation.name, 80), shown(parts_.shape(lines_.node(line)), 60)));
        return false;
    }

    // One computation is marked `ENTRY`. It need not be the last one: without dead code elimination, computations that
    // nothing calls can follow.
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
    }

    // The layout of the entry computation, in the header, may have other memory spaces.
    void check_entry()
    {
        const auto* layout = of_.tree->entry_computation_layout.get();
        const auto entry = std::ranges::find(of_.tree->computations, true, &ast::computation_text::entry);
        if (!layout || entry == of_.tree->computations.end()) return;
        const auto c = static_cast<number>(entry - of_.tree->computations.begin());
        if (lines_.has_unread(c)) return;
        in_.out.applies(finding_id::text_signature);
        const auto printed = parts_.entry_layout(*layout);
        const auto parameters = parameters_of(c);
        std::size_t k = 0;
        for (const auto& each : layout->parameters) {
            if (k >= parameters.size())
                return add(finding_id::text_signature, printed[k],
                           say("the entry computation has {} parameters", parameters.size()));
            if (!fits_entry(each, printed[k], parameters[k].line)) return;
            ++k;
        }
        if (k != parameters.size())
            return add(finding_id::text_signature, of_.text.substr(static_cast<std::size_t>(layout->at.offset), 1),
                       say("the entry computation has {} parameters, its layout {}", parameters.size(), k));
        if (lines_.root_of(c) != none) fits_entry(layout->result, printed.back(), lines_.root_of(c));
    }
    bool fits_entry(const ast::shape& here, std::string_view printed, number line)
    {
        const auto& below = *lines_.node(line).shape;
        if (here == below) return true;
        if ((has_memory_space(here) || has_memory_space(below)) && ast::same_without_layout(here, below)) return true;
        add(finding_id::text_signature, printed,
            say("{} has the shape {} in the header, in the entry computation {}", shown(lines_.name(line), 80),
                shown(printed, 60), shown(parts_.shape(lines_.node(line)), 60)));
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
            // Until jaxlib 0.7 a program does not have the end, which is 0 then.
            const bool has_end = each.end_line != 0;
            if (has_end && (each.end_line < each.line || (each.end_line == each.line && each.end_column < each.column)))
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
    const text_index& lines_;
    printed_parts parts_;
    std::vector<parameter> parameters_;        // computation by computation
    std::vector<std::size_t> first_parameter_; // by computation
    std::vector<const ast::shape*> operands_;  // the shapes of those of one line
};

} // namespace

void check_text(const context& in, const module_text_of& of, const text_index& lines)
{
    text_checker(in, of, lines).check();
}

} // namespace ballast::checking
