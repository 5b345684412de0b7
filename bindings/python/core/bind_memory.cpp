#include "bind_memory.hpp"

#include "answers/messages.hpp"
#include "ballast/kind_word.hpp"
#include "ballast/releases.hpp"
#include "ballast/render.hpp"
#include "python_text.hpp"
#include "read_module.hpp"
#include "record.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string_view.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace ballast::python {

namespace {

constexpr auto without_gil = nb::call_guard<nb::gil_scoped_release>();

std::vector<answers::shown_file> files_of(const read_module& module)
{
    std::vector<answers::shown_file> result;
    for (const auto& file : module.files())
        result.push_back(
            {file.file->shown, std::string(kind_word(file.result.value->tree())), file.result.text().size()});
    return result;
}

// The memory of a module at a step, or at its peaks.
struct memory_object {
    module_pointer of;
    memory_analysis memory;
    std::optional<std::int64_t> step;

    [[nodiscard]] render::memory_view view() const
    {
        render::memory_view made;
        made.files = files_of(*of);
        made.name = of->name();
        made.era = answers::era_of(of->files()).all.possible;
        made.memory = memory;
        made.messages = answers::messages_beside(of->inputs(), {});
        made.step = step;
        return made;
    }
    [[nodiscard]] answers::shown_module pictured() const
    {
        return {.files = files_of(*of),
                .name = memory.module.empty() ? of->name() : memory.module,
                .path = of->path(),
                .era = answers::era_of(of->files()).all.possible,
                .memory = memory};
    }
};

std::optional<memory_object> memory_of_module(const module_pointer& of, std::optional<std::int64_t> step, bool stacks,
                                              const std::optional<memory_limit>& limit = {}, std::int64_t space = 0)
{
    if (!step && !stacks && !limit) {
        const auto* known = of->memory();
        return known ? std::optional(memory_object{of, *known, {}}) : std::nullopt;
    }
    auto made = of->memory({.step = step, .stacks = stacks, .buffers = true, .limit = limit, .limited_space = space});
    return made ? std::optional(memory_object{of, std::move(*made), step}) : std::nullopt;
}

// The limit of a device or of a number of bytes; empty if neither is given.
std::optional<memory_limit> limit_from(const std::optional<std::string>& name, std::optional<std::int64_t> bytes)
{
    if (bytes) return limit_of(*bytes);
    if (!name) return std::nullopt;
    const auto* known = find_device(*name);
    if (!known) throw nb::value_error(unknown_device(*name).c_str());
    auto limit = limit_of(*known);
    limit.estimates = true;
    return limit;
}

std::vector<std::string> aliases_of(const device& of)
{
    std::vector<std::string> result;
    for (auto rest = of.aliases; !rest.empty();) {
        const auto end = std::min(rest.find(' '), rest.size());
        result.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return result;
}

// Empty if it is undecided.
std::optional<bool> answer_of(fit_verdict verdict)
{
    return verdict == fit_verdict::undecided ? std::nullopt : std::optional(verdict == fit_verdict::fits);
}

// Text that is empty if it is unknown.
std::optional<std::string> known_text(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

grouping grouping_of(std::string_view name)
{
    for (const auto& row : render::groupings())
        if (row.name == name) return row.by;
    throw nb::value_error(("unknown grouping: " + std::string(name)).c_str());
}

// The settings of the text of `show`.
struct view_settings {
    std::string by = "alike";
    std::size_t top = render::usual_holders;
    std::optional<std::int64_t> space;
    std::size_t columns = 80;
    bool verbose = false;
};

render::memory_view view_of(const memory_object& x, const view_settings& how)
{
    auto view = x.view();
    view.by = grouping_of(how.by);
    view.top = how.top;
    view.space = how.space;
    view.columns = how.columns;
    view.verbose = how.verbose;
    return view;
}

// The pieces that a function passes on.
template <typename Write>
std::string joined(Write&& write)
{
    std::string text;
    write([&](std::string_view piece) {
        text += piece;
        return true;
    });
    return text;
}

std::string json_of(const memory_object& x)
{
    return joined([&](const render::piece_taker& to) { render::write_memory_json(x.view(), to); });
}

std::string page_of(const memory_object& x)
{
    return joined([&](const render::piece_taker& to) { render::write_module_page(to, x.pictured()); });
}

// The pictures of modules on a page, by their first files.
class picture_list {
public:
    explicit picture_list(const std::vector<module_pointer>& modules, std::optional<memory_limit> limit,
                          std::int64_t space = 0)
        : limit_(std::move(limit)), space_(space)
    {
        add(modules);
    }

    void add(const std::vector<module_pointer>& modules)
    {
        for (const auto& module : modules) modules_.emplace(module->inputs().front().shown, module);
    }
    // The number of the picture; empty if the page is already large, or if the module has no allocations.
    std::optional<std::size_t> draw(const std::string& path)
    {
        const auto found = modules_.find(path);
        if (found == modules_.end() || bytes_ > most_bytes) return std::nullopt;
        auto made = memory_of_module(found->second, {}, true, limit_, space_);
        if (!made) return std::nullopt;
        made_.push_back(render::picture_json(made->pictured()));
        bytes_ += made_.back().size();
        return made_.size() - 1;
    }
    [[nodiscard]] const std::vector<std::string>& made() const { return made_; }

private:
    static constexpr std::size_t most_bytes = 8 << 20;

    std::optional<memory_limit> limit_;
    std::int64_t space_ = 0;
    std::map<std::string, module_pointer> modules_;
    std::vector<std::string> made_;
    std::size_t bytes_ = 0;
};

// Holders that are alike.
struct group_object {
    std::int64_t space = 0;
    std::string key;
    std::int64_t bytes = 0;
    std::size_t count = 0;
    std::string buffer_class;
    std::string label;
    std::string shape;
    std::string source;
};

std::vector<group_object> groups_of_memory(const memory_object& x, const std::string& by)
{
    const auto grouped_by = grouping_of(by);
    std::vector<group_object> result;
    for (const auto& g : groups_of(x.memory, grouped_by)) {
        const auto first = x.memory.holders[g.largest];
        result.push_back({g.space, key_of(first, grouped_by), g.bytes, g.count,
                          g.one_class ? std::string(spelling(first.is)) : std::string(),
                          g.one_label ? first.label : first.group, g.one_shape ? first.shape : std::string(),
                          g.one_source ? first.source : std::string()});
    }
    return result;
}

void bind_parts(nb::module_& m)
{
    record<memory_peak>(m, "MemoryPeak", "The largest number of bytes in use at once.")
        .field("bytes", &memory_peak::bytes, "Bytes.")
        .field("step", &memory_peak::step, "The first schedule step that has it.");
    record<space_memory>(m, "SpaceMemory", "The memory of one memory space, in bytes.")
        .field("space", &space_memory::space, "The number of the space.")
        .field("total", &space_memory::total, "Allocated: arguments + outputs + constants + temporaries - shared.")
        .field("arguments", &space_memory::arguments, "Arguments.")
        .field("outputs", &space_memory::outputs, "Results.")
        .field("constants", &space_memory::constants, "Constants.")
        .field("temporaries", &space_memory::temporaries, "Temporaries.")
        .field("shared", &space_memory::shared, "Counted twice above, such as donated arguments.")
        .field("peak", &space_memory::peak, "In use at the peak; None if live ranges are unknown.")
        .field("temporary_peak", &space_memory::temporary_peak, "The peak of the temporaries, or None.")
        .field("live_peak", &space_memory::live_peak, "The peak of live values in all allocations, or None.");
    record<holder>(m, "Holder", "A part of the memory in use at the peak.")
        .field("space", &holder::space, "The memory space.")
        .field("bytes", &holder::bytes, "Bytes.")
        .field("buffer_class", &holder::is, "argument, donated, output, constant, temporary or unknown.")
        .field("allocation", &holder::allocation, "The number of the allocation.")
        .known("value", &holder::value, "The id of the value, or None.")
        .known("name", &holder::name, "The name of the value, or None.")
        .field("size", &holder::size, "Bytes of the value.")
        .field("offset", &holder::offset, "Bytes from the start of the allocation.")
        .known("logical_size", &holder::logical, "Bytes of the shape without padding, or None.")
        .known("start", &holder::start, "The first step of the live range, or None.")
        .known("end", &holder::end, "The last step of the live range, or None.")
        .known("parameter", &holder::parameter, "The number of the parameter, or None.")
        .known("output", &holder::output, "The index in the result, or None.")
        .known("label", &holder::label, "A short name for people, or None.")
        .known("scope", &holder::scope, "The outer part of the place in the program, or None.")
        .known("source", &holder::source, "`file:line`, or None.")
        .known("shape", &holder::shape, "The shape without layout, or None.")
        .known("type", &holder::type, "The element type, or None.")
        .known("opcode", &holder::opcode, "The opcode of the defining instruction, or None.")
        .known("op_name", &holder::op_name, "The name in the metadata, or None.");
    record<group_object>(m, "Group", "Holders that are alike.")
        .field("space", &group_object::space, "The memory space.")
        .field("key", &group_object::key, "What they have in common.")
        .field("bytes", &group_object::bytes, "The sum of their bytes.")
        .field("count", &group_object::count, "Their number.")
        .known("buffer_class", &group_object::buffer_class, "Their class, or None if it differs.")
        .known("label", &group_object::label, "Their label, or its common part.")
        .known("shape", &group_object::shape, "Their shape, or None if it differs.")
        .known("source", &group_object::source, "Their source line, or None if it differs.");
    record<padded_shape>(m, "PaddedShape", "The values of one padded shape.")
        .field("space", &padded_shape::space, "The memory space.")
        .field("shape", &padded_shape::shape, "The shape with its tiles.")
        .field("count", &padded_shape::count, "The number of values.")
        .field("assigned", &padded_shape::assigned, "Their bytes with padding.")
        .field("logical", &padded_shape::logical, "Their bytes without padding.");
    record<temporary_arena>(m, "Arena", "An allocation of temporaries.")
        .field("allocation", &temporary_arena::allocation, "The number of the allocation.")
        .field("space", &temporary_arena::space, "The memory space.")
        .field("size", &temporary_arena::size, "Bytes.")
        .field("filled", &temporary_arena::filled, "The most bytes in use at once.");
    record<missed_donation>(m, "MissedDonation", "A result that could use the memory of an argument.")
        .field("space", &missed_donation::space, "The memory space.")
        .field("bytes", &missed_donation::bytes, "Bytes.")
        .field("parameter", &missed_donation::parameter, "The number of the parameter.")
        .field("argument", &missed_donation::argument, "The label of the argument.")
        .field("output", &missed_donation::output, "The label of the result.")
        .field("shape", &missed_donation::shape, "The shape of the result.")
        .field("same_shape", &missed_donation::same_shape, "True if the argument has the same shape.")
        .field("copied", &missed_donation::copied, "True if the result is a copy of the argument.")
        .field("read_later", &missed_donation::read_later, "True if the argument is read after the result is written.");
    record<saving>(m, "Saving", "Something that would lower the peak; an estimate from the live ranges.")
        .field("kind", &saving::kind, "donation, padding, fragmentation or buffer.")
        .field("space", &saving::space, "The memory space.")
        .field("bytes", &saving::bytes, "By how much the peak would drop.");
}

void bind_limits(nb::module_& m)
{
    nb::class_<device>(m, "Device", "An accelerator, and the memory that one program can have.")
        .def_prop_ro(
            "name", [](const device& x) { return std::string(x.name); }, "Its name, such as `v5e`.")
        .def_prop_ro("aliases", &aliases_of, "Other names.")
        .def_prop_ro(
            "title", [](const device& x) { return std::string(x.title); }, "Its name for people.")
        .def_prop_ro(
            "part", [](const device& x) { return std::string(x.part); }, "chip, core, die or GPU.")
        .def_prop_ro(
            "bytes", [](const device& x) { return x.bytes; }, "The memory of that part.")
        .def_prop_ro(
            "percent", [](const device& x) { return x.percent; }, "The share that XLA gets by default.")
        .def_prop_ro(
            "source", [](const device& x) { return std::string(x.source); }, "The source of the number.")
        .def("__repr__", [](const device& x) { return fmt::format("<Device {}: {} bytes>", x.name, x.bytes); });
    nb::class_<memory_limit>(m, "Capacity", "The memory that a module may use.")
        .def_prop_ro(
            "device", [](const memory_limit& x) { return known_text(x.device); }, "The name of the device, or None.")
        .def_prop_ro(
            "title", [](const memory_limit& x) { return x.title; }, "Its name for people.")
        .def_prop_ro(
            "capacity", [](const memory_limit& x) { return x.capacity; }, "Bytes.")
        .def_prop_ro(
            "available", [](const memory_limit& x) { return x.available; }, "Of them, to the program.")
        .def_prop_ro(
            "assumption", [](const memory_limit& x) { return x.assumption; }, "Where these numbers come from.")
        .def("__repr__",
             [](const memory_limit& x) { return fmt::format("<Capacity of {}: {} bytes>", x.title, x.available); });
    record<suggestion>(m, "Suggestion", "A change that would lower the total; an estimate.")
        .field("kind", &suggestion::kind, "donation, padding, recompute, offload, precision or batch.")
        .field("text", &suggestion::text, "What to do.")
        .field("bytes", &suggestion::bytes, "By how much the total would drop with this change.")
        .field("at_most", &suggestion::at_most,
               "True if it can also be less: whether a fusion can overwrite what it reads is unknown.")
        .field("then_fits", &suggestion::then_fits, "True if the module then fits.")
        .field("together", &suggestion::together, "By how much with this change and those before it.")
        .field("together_fits", &suggestion::together_fits, "True if the module then fits.")
        .field("count", &suggestion::count, "The number of buffers that change.")
        .known("label", &suggestion::label, "The label of the largest of them, or None.")
        .known("source", &suggestion::source, "Its source line, or None.")
        .known("shape", &suggestion::shape, "Its shape, or None.")
        .field("parameters", &suggestion::parameters, "The numbers of donated parameters.");
    nb::class_<memory_fit>(m, "Fit", "Whether a module fits, and what would make it fit.")
        .def_prop_ro(
            "capacity", [](const memory_fit& x) { return x.limit; }, "The memory that it may use.")
        .def_prop_ro(
            "space", [](const memory_fit& x) { return x.space; }, "The memory space.")
        .def_prop_ro(
            "used", [](const memory_fit& x) { return x.used; }, "The total of that space.")
        .def_prop_ro("left", &memory_fit::left, "What is left; negative if something is missing.")
        .def_prop_ro(
            "fits", [](const memory_fit& x) { return answer_of(x.verdict()); },
            "True if the total is available; None if that is unknown, because the dump is incomplete.")
        .def_prop_ro(
            "suggestions", [](const memory_fit& x) { return x.suggestions; },
            "What would make it fit, the largest first.")
        .def("__repr__",
             [](const memory_fit& x) { return fmt::format("<Fit: {} bytes of {}>", x.used, x.limit.available); });
    m.def(
        "fits",
        [](std::int64_t used, std::int64_t available, bool whole) {
            return answer_of(verdict_on(used, available, whole));
        },
        nb::arg("used"), nb::arg("available"), nb::arg("whole"));
    m.def("limit", &limit_from, nb::arg("device").none(), nb::arg("bytes").none());
    m.def("devices", [] {
        const auto all = devices();
        return std::vector<device>(all.begin(), all.end());
    });
}

void bind_memory_object(nb::module_& m)
{
    nb::class_<view_settings>(m, "ViewSettings")
        .def(nb::init<>())
        .def_rw("by", &view_settings::by)
        .def_rw("top", &view_settings::top)
        .def_rw("space", &view_settings::space)
        .def_rw("columns", &view_settings::columns)
        .def_rw("verbose", &view_settings::verbose);
    nb::class_<memory_object>(m, "Memory")
        .def_prop_ro("module", [](const memory_object& x) { return x.of; })
        .def_prop_ro("steps", [](const memory_object& x) { return x.memory.steps; })
        .def_prop_ro("xla_peak", [](const memory_object& x) { return x.memory.xla_peak; })
        .def_prop_ro("has_live_ranges", [](const memory_object& x) { return x.memory.ranges; })
        .def_prop_ro("from_report", [](const memory_object& x) { return x.memory.from_report; })
        .def_prop_ro("incomplete", [](const memory_object& x) { return x.memory.of_dump.missing; })
        .def_prop_ro("thread_local_bytes", [](const memory_object& x) { return x.memory.thread_local_bytes; })
        .def_prop_ro("fingerprint", [](const memory_object& x) { return x.memory.fingerprint; })
        .def_prop_ro("spaces", [](const memory_object& x) { return x.memory.spaces; })
        .def_prop_ro("fit", [](const memory_object& x) { return x.memory.fit; })
        .def_prop_ro("savings", [](const memory_object& x) { return x.memory.savings; })
        .def_prop_ro("donations", [](const memory_object& x) { return x.memory.donations; })
        .def_prop_ro("padded", [](const memory_object& x) { return x.memory.padded; })
        .def_prop_ro("arenas", [](const memory_object& x) { return x.memory.arenas; })
        .def_prop_ro("holder_count", [](const memory_object& x) { return x.memory.holders.size(); })
        .def("holder",
             [](const memory_object& x, std::size_t i) {
                 if (i >= x.memory.holders.size()) throw nb::index_error();
                 return x.memory.holders[i];
             })
        .def("groups", &groups_of_memory, without_gil)
        .def(
            "text",
            [](const memory_object& x, const view_settings& how) { return render::memory_text(view_of(x, how)); },
            without_gil)
        .def(
            "markdown",
            [](const memory_object& x, const view_settings& how) { return render::memory_markdown(view_of(x, how)); },
            without_gil)
        .def("json", &json_of, without_gil)
        .def("page", &page_of, without_gil)
        .def(
            "picture",
            [](const memory_object& x, std::int64_t space) {
                return render::heap_picture(x.memory, space, x.memory.module.empty() ? x.of->name() : x.memory.module);
            },
            without_gil);
    m.def("memory", &memory_of_module, nb::arg("module"), nb::arg("step").none(), nb::arg("stacks"),
          nb::arg("limit").none() = nb::none(), nb::arg("space") = 0, without_gil);
    m.def("groupings", [] {
        std::vector<std::string_view> names;
        for (const auto& row : render::groupings()) names.push_back(row.name);
        return names;
    });
}

// --- summary ---

struct summary_object {
    summary_object() = default;
    summary_object(summary_object&&) = default;
    summary_object& operator=(summary_object&&) = default;

    std::vector<answers::loaded_module> modules; // which the rows describe
    answers::folder_summary all;
};

summary_object summary_of(const std::vector<module_pointer>& modules, std::int64_t space)
{
    summary_object made;
    for (const auto& module : modules) made.modules.push_back(module->with_memory());
    made.all = answers::summarise(made.modules, space);
    return made;
}

std::string folder_page(const std::vector<module_pointer>& modules, const std::string& title, std::int64_t space,
                        const std::optional<memory_limit>& limit)
{
    const auto made = summary_of(modules, space);
    picture_list pictures(modules, limit, space);
    std::vector<answers::report_row> rows;
    for (const auto& row : made.all.rows) rows.push_back({&row, pictures.draw(row.path)});
    return joined([&](const render::piece_taker& to) {
        render::write_folder_page(to, title, pictures.made(), made.all, rows, limit);
    });
}

render::table_options table_settings(std::optional<std::size_t> top, std::size_t columns,
                                     const std::optional<memory_limit>& limit)
{
    return {.top = top, .columns = columns, .limit = limit};
}

void bind_numbers(nb::module_& m)
{
    record<space_numbers>(m, "SpaceNumbers", "The numbers of a memory space that are compared, in bytes.")
        .field("total", &space_numbers::total, "Allocated.")
        .field("arguments", &space_numbers::arguments, "Arguments.")
        .field("outputs", &space_numbers::outputs, "Results.")
        .field("constants", &space_numbers::constants, "Constants.")
        .field("temporaries", &space_numbers::temporaries, "Temporaries.")
        .field("shared", &space_numbers::shared, "Counted twice above, such as donated arguments.")
        .field("peak", &space_numbers::peak, "In use at the peak; 0 if unknown.")
        .field("fragmentation", &space_numbers::never_filled,
               "The sizes of arenas minus the most bytes in use at once.");
}

void bind_summary(nb::module_& m)
{
    using row = answers::summary_row;
    record<row>(m, "SummaryRow", "The memory of a module, and of its copies.")
        .field("name", &row::name, "The name of the module.")
        .field("number", &row::number, "Its number in the names of its files.")
        .field("path", &row::path, "The first file of the first copy.")
        .field("copies", &row::copies, "How many modules have this name and memory.")
        .field("numbers", &row::numbers, "Bytes.")
        .field("donatable", &row::donatable,
               "By how much donation would lower the peak; 0 below 1 MiB or 1 % of the total.")
        .derived(
            "incomplete", [](const row& x) { return x.of_dump.missing; },
            "What shows that its dump is incomplete; then the numbers are lower bounds.")
        .field("largest", &row::largest, "The label of what needs most.")
        .field("largest_bytes", &row::largest_bytes, "Its bytes.");
    nb::class_<summary_object>(m, "Summary")
        .def_prop_ro("space", [](const summary_object& x) { return x.all.space; })
        .def_prop_ro("modules", [](const summary_object& x) { return x.all.modules; })
        .def_prop_ro("rows", [](const summary_object& x) { return x.all.rows; })
        .def(
            "text",
            [](const summary_object& x, std::optional<std::size_t> top, std::size_t columns,
               const std::optional<memory_limit>& limit) {
                return render::summary_text(x.all, table_settings(top, columns, limit));
            },
            nb::arg("top").none(), nb::arg("columns"), nb::arg("limit").none(), without_gil)
        .def(
            "json",
            [](const summary_object& x, const std::optional<memory_limit>& limit) {
                return render::summary_json(x.all, limit);
            },
            nb::arg("limit").none(), without_gil);
    m.def("summary", &summary_of, nb::arg("modules"), nb::arg("space"), without_gil);
    m.def("folder_page", &folder_page, nb::arg("modules"), nb::arg("title"), nb::arg("space"), nb::arg("limit").none(),
          without_gil);
}

// --- diff ---

struct change_object {
    std::string name;
    std::optional<std::string> before_path;
    std::optional<std::string> after_path;
    std::vector<space_change> spaces;
    std::vector<changed_group> groups;
};

// The sides are kept because the changes refer to them.
struct diff_object {
    diff_object() = default;
    diff_object(const diff_object&) = delete;
    diff_object& operator=(const diff_object&) = delete;

    answers::module_side before;
    answers::module_side after;
    std::vector<answers::compared_module> all;
};

answers::module_side side_of(const std::vector<module_pointer>& modules)
{
    answers::module_side side;
    for (const auto& module : modules) side.add(module->with_memory());
    return side;
}

std::shared_ptr<diff_object> diff_of_modules(const std::vector<module_pointer>& before,
                                             const std::vector<module_pointer>& after)
{
    auto made = std::make_shared<diff_object>();
    made->before = side_of(before);
    made->after = side_of(after);
    made->all = answers::compare(made->before, made->after);
    return made;
}

std::string diff_page(const std::vector<module_pointer>& before, const std::vector<module_pointer>& after,
                      const std::string& title, const std::optional<memory_limit>& limit)
{
    const auto made = diff_of_modules(before, after);
    picture_list pictures(before, limit);
    pictures.add(after);
    std::vector<answers::report_change> changes;
    for (const auto& change : made->all) {
        const auto draw = [&](const answers::loaded_module* side) {
            return side ? pictures.draw(side->path) : std::nullopt;
        };
        changes.push_back({&change, draw(change.before), draw(change.after)});
    }
    return joined([&](const render::piece_taker& to) {
        render::write_diff_page(to, title, pictures.made(), changes, {}, limit);
    });
}

std::vector<change_object> changes_of(const diff_object& x)
{
    const auto path_of = [](const answers::loaded_module* side) {
        return side ? std::optional(side->path) : std::nullopt;
    };
    std::vector<change_object> result;
    for (const auto& c : x.all)
        result.push_back({c.name(), path_of(c.before), path_of(c.after), c.what.spaces, c.what.groups});
    return result;
}

void bind_diff(nb::module_& m)
{
    record<space_change>(m, "SpaceChange", "The numbers of a memory space before and after.")
        .field("space", &space_change::space, "The number of the space.")
        .field("peak_known", &space_change::peak_known, "True if the peak is known on both sides.")
        .field("before", &space_change::before, "Bytes before.")
        .field("after", &space_change::after, "Bytes after.");
    record<changed_group>(m, "ChangedGroup", "Buffers that are alike and changed.")
        .field("space", &changed_group::space, "The memory space.")
        .field("buffer_class", &changed_group::is, "argument, donated, output, constant or temporary.")
        .field("label", &changed_group::label, "Their label.")
        .known("shape_before", &changed_group::shape_before, "Their shape before; None if they are new.")
        .known("shape_after", &changed_group::shape_after, "Their shape after; None if they are gone.")
        .known("source", &changed_group::source, "The source line of the largest, or None.")
        .field("count_before", &changed_group::count_before, "Their number before.")
        .field("count_after", &changed_group::count_after, "Their number after.")
        .field("before", &changed_group::before, "Bytes before.")
        .field("after", &changed_group::after, "Bytes after.");
    record<change_object>(m, "ModuleChange", "A module on both sides, or on one of them.")
        .field("name", &change_object::name, "The name of the module.")
        .field("before_path", &change_object::before_path, "Its first file before, or None if it is new.")
        .field("after_path", &change_object::after_path, "Its first file after, or None if it is gone.")
        .field("spaces", &change_object::spaces, "The change of each memory space.")
        .field("groups", &change_object::groups, "The buffers that changed, the largest change first.");
    nb::class_<diff_object>(m, "Diff")
        .def_prop_ro("changes", &changes_of)
        .def(
            "text",
            [](const diff_object& x, std::optional<std::int64_t> space, std::optional<std::size_t> top,
               std::size_t columns, const std::optional<memory_limit>& limit) {
                return render::diff_text(x.all, space, table_settings(top, columns, limit));
            },
            nb::arg("space").none(), nb::arg("top").none(), nb::arg("columns"), nb::arg("limit").none(), without_gil)
        .def(
            "json",
            [](const diff_object& x, std::optional<std::int64_t> space, const std::optional<memory_limit>& limit) {
                return render::diff_json(x.all, space, limit);
            },
            nb::arg("space").none(), nb::arg("limit").none(), without_gil);
    m.def("diff", &diff_of_modules, nb::arg("before"), nb::arg("after"), without_gil);
    m.def("diff_page", &diff_page, nb::arg("before"), nb::arg("after"), nb::arg("title"), nb::arg("limit").none(),
          without_gil);
}

} // namespace

void bind_memory(nb::module_& m)
{
    bind_parts(m);
    bind_limits(m);
    bind_memory_object(m);
    bind_numbers(m);
    bind_summary(m);
    bind_diff(m);
}

} // namespace ballast::python
