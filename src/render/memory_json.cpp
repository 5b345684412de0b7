// spec/show.schema.json.
#include "ballast/render.hpp"

#include "ballast/compiled_memory.hpp"
#include "ballast/version.hpp"
#include "render/memory_parts.hpp"
#include "render/message_view.hpp"

#include <string>
#include <utility>

namespace ballast::inline v0::render {

namespace {

// Text that the dump may lack.
void put_text(json_writer& out, std::string_view key, const std::string& value)
{
    if (!value.empty()) out.member(key, value);
}

void put_number(json_writer& out, std::string_view key, std::int64_t value)
{
    if (value >= 0) out.member(key, value);
}

void members(json_writer& out, const holder& h)
{
    out.member("space", h.space);
    out.member("bytes", h.bytes);
    out.member("class", spelling(h.is));
    out.member("allocation", h.allocation);
    put_number(out, "value", h.value);
    put_text(out, "name", h.name);
    out.member("size", h.size);
    out.member("offset", h.offset);
    put_number(out, "logical", h.logical);
    put_number(out, "start", h.start);
    put_number(out, "end", h.end);
    put_number(out, "parameter", h.parameter);
    put_text(out, "output", h.output);
    put_text(out, "label", h.label);
    put_text(out, "scope", h.scope);
    put_text(out, "source", h.source);
    put_text(out, "shape", h.shape);
    put_text(out, "dtype", h.type);
    put_text(out, "op", h.opcode);
    put_text(out, "op_name", h.op_name);
}

void put(json_writer& out, const holder& h)
{
    out.object([&] { members(out, h); });
}

// The names are those of the line that JAX prints.
void put(json_writer& out, const compiled_memory& of)
{
    out.object("memory_analysis", [&] {
        out.null_member("generated_code_size_in_bytes");
        for (const auto& [prefix, sizes] :
             {std::pair(std::string(), of.device), std::pair(std::string("host_"), of.host)}) {
            out.member(prefix + "argument_size_in_bytes", sizes.argument);
            out.member(prefix + "output_size_in_bytes", sizes.output);
            out.member(prefix + "alias_size_in_bytes", sizes.alias);
            out.member(prefix + "temp_size_in_bytes", sizes.temp);
        }
        put_optional(out, "peak", of.peak);
        if (of.other_temp) out.member("temp_is_other", true);
    });
}

void put(json_writer& out, const memory_view& view, const space_memory& s)
{
    const auto& memory = view.memory;
    out.object([&] {
        put_numbers(out, s);
        out.array("groups", [&] {
            for (const auto& g : view.groups(s.space)) {
                const auto& first = memory.holders[g.largest];
                out.object([&] {
                    out.member("bytes", g.bytes);
                    out.member("count", g.count);
                    if (g.one_class) out.member("class", spelling(first.is));
                    if (g.one_label) put_text(out, "label", first.group);
                    if (g.one_shape) put_text(out, "shape", first.shape);
                    if (g.one_source) put_text(out, "source", first.source);
                    if (view.by != grouping::alike && view.by != grouping::value)
                        out.member("key", key_of(first, view.by));
                });
            }
        });
    });
}

} // namespace

void write_memory_json(const memory_view& view, const piece_taker& take)
{
    json_writer out(take);
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 2);
        put_files(out, view.files);
        out.member("era", view.era.to_string());
        const auto& memory = view.memory;
        put_text(out, "module", memory.module);
        out.member("fingerprint", memory.fingerprint);
        out.member("values", memory.values);
        if (memory.from_report) out.member("from_report", true);
        put_completeness(out, memory.of_dump);
        out.member("live_ranges", memory.ranges);
        out.member("instructions", memory.instructions);
        out.member("stack_frames_missing", memory.frames_missing);
        if (memory.ranges) out.member("steps", memory.steps);
        put_optional(out, "xla_peak", memory.xla_peak);
        put_optional(out, "printed_total", memory.printed_total);
        out.member("thread_local", memory.thread_local_bytes);
        put_optional(out, "step", view.step);
        if (!memory.from_report) put(out, compiled_memory_of(memory));
        if (!view.messages.empty()) put_messages(out, view.messages);
        if (memory.fit) put_fit(out, *memory.fit);
        if (view.dump) put_dump(out, *view.dump);
        out.array("spaces", [&] {
            for (const auto* s : view.spaces()) put(out, view, *s);
        });
        const auto here = [&](std::int64_t space) { return !view.space || space == *view.space; };
        out.array("holders", [&] {
            for (const auto& h : memory.holders)
                if (here(h.space)) put(out, h);
        });
        out.array("padding", [&] {
            for (const auto& p : memory.padded)
                if (here(p.space)) put(out, p);
        });
        out.array("donations", [&] {
            for (const auto& d : memory.donations)
                if (here(d.space)) put(out, d);
        });
        out.array("savings", [&] {
            for (const auto& s : memory.savings)
                if (here(s.space)) put(out, s);
        });
        out.array("arenas", [&] {
            for (const auto& a : memory.arenas)
                if (here(a.space)) put(out, a, memory.ranges);
        });
    });
    out.finish();
    take("\n");
}

std::string stories_json(const std::vector<buffer_story>& stories)
{
    json_writer out;
    const auto neighbour = [&](const buffer_neighbour& n) {
        out.member("value", n.value);
        out.member("name", n.name);
        out.member("start", n.start);
        out.member("end", n.end);
    };
    out.object([&] {
        out.member("tool", "ballast");
        out.member("version", BALLAST_VERSION);
        out.member("schema", 2);
        out.array("buffers", [&] {
            for (const auto& s : stories)
                out.object([&] {
                    members(out, s.what);
                    out.member("thread_local", s.is_thread_local);
                    out.member("allocation_size", s.allocation_size);
                    put_text(out, "instruction", s.instruction);
                    put_number(out, "defined_at", s.defined_at);
                    put_optional(out, "peak", s.peak);
                    out.member("live_at_peak", s.live_at_peak);
                    out.array("positions", [&] {
                        for (const auto& p : s.positions) out.text(p);
                    });
                    out.array("readers", [&] {
                        for (const auto& r : s.readers)
                            out.object([&] {
                                out.member("name", r.name);
                                out.member("operand", r.operand);
                                put_text(out, "index", r.index);
                                put_number(out, "step", r.step);
                                put_text(out, "label", r.label);
                            });
                    });
                    out.array("stack", [&] {
                        for (const auto& call : s.what.stack)
                            out.object([&] {
                                out.member("file", call.file);
                                out.member("line", call.line);
                                put_text(out, "function", call.function);
                            });
                    });
                    out.array("shares", [&] {
                        for (const auto& n : s.shares) out.object([&] { neighbour(n); });
                    });
                    if (s.before) out.object("before", [&] { neighbour(*s.before); });
                    if (s.after) out.object("after", [&] { neighbour(*s.after); });
                });
        });
    });
    return out.result() + '\n';
}

} // namespace ballast::inline v0::render
