// The profile format of pprof (profile.proto), compressed: fields of protocol buffers.
#include "analyse/labels.hpp"
#include "ballast/render.hpp"
#include "files/compressed.hpp"
#include "model/tables.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

namespace ballast::inline v0::render {

namespace {

class message {
public:
    void number(unsigned field, std::uint64_t value)
    {
        varint(field << 3);
        varint(value);
    }
    void number(unsigned field, std::int64_t value) { number(field, static_cast<std::uint64_t>(value)); }
    void bytes(unsigned field, std::string_view value)
    {
        varint(field << 3 | 2);
        varint(value.size());
        text_.append(value);
    }
    void inner(unsigned field, const message& value) { bytes(field, value.text()); }
    [[nodiscard]] std::string_view text() const { return {text_.data(), text_.size()}; }
    void clear() { text_.clear(); }

private:
    void varint(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7) text_ += static_cast<char>(value | 0x80);
        text_ += static_cast<char>(value);
    }
    std::string text_;
};

// Written piece by piece, since a module can have millions of samples.
class profile {
public:
    explicit profile(const piece_taker& take) : out_(take) { text(""); }

    void run(const memory_analysis& memory)
    {
        message type;
        type.number(1, text("space"));
        type.number(2, text("bytes"));
        all_.inner(1, type);
        for (const auto& h : memory.holders) {
            sample(h);
            hand_over();
        }
        for (model::number i = 0; i < texts_.size(); ++i) {
            const auto bytes = texts_[i];
            all_.bytes(6, {bytes.data(), bytes.size()});
            hand_over();
        }
        out_.write(all_.text());
        out_.finish();
    }

private:
    void hand_over()
    {
        constexpr std::size_t piece = 64 * 1024;
        if (all_.text().size() < piece) return;
        out_.write(all_.text());
        all_.clear();
    }

    std::int64_t text(std::string_view wanted) { return texts_.of(wanted.data(), wanted.size()); }

    // A function and a line in it.
    std::int64_t location(const std::string& function, const std::string& file, std::int64_t line)
    {
        const std::int64_t key[]{text(function), text(file), line};
        const auto known = static_cast<model::number>(locations_.size());
        const auto at = locations_.of(key, 3);
        if (at != known) return at + std::int64_t{1};
        const auto known_functions = static_cast<model::number>(functions_.size());
        const auto there = functions_.of(key, 2);
        const auto function_id = there + std::int64_t{1};
        if (there == known_functions) {
            message made;
            made.number(1, function_id);
            made.number(2, key[0]);
            made.number(3, key[0]);
            made.number(4, key[1]);
            all_.inner(5, made);
        }
        message row;
        row.number(1, function_id);
        row.number(2, line);
        message made;
        made.number(1, at + std::int64_t{1});
        made.inner(4, row);
        all_.inner(4, made);
        return at + std::int64_t{1};
    }

    void label(message& of, const std::string& key, const std::string& value)
    {
        if (value.empty()) return;
        message made;
        made.number(1, text(key));
        made.number(2, text(value));
        of.inner(3, made);
    }

    void sample(const holder& h)
    {
        message made;
        // The innermost first.
        const auto leaf = h.stack.empty() ? source_call{} : h.stack.front();
        made.number(1, location(h.label, leaf.file, leaf.line));
        for (const auto& call : h.stack)
            if (!call.function.empty()) made.number(1, location(call.function, call.file, call.line));
        if (h.stack.size() < 2) {
            auto parts = h.parameter < 0 ? analyse::parts_of(h.op_name) : std::vector<std::string>();
            if (!parts.empty()) parts.pop_back(); // the label has it
            for (auto i = parts.rbegin(); i != parts.rend(); ++i) made.number(1, location(*i, {}, 0));
        }
        made.number(1, location(std::string(spelling(h.is)), {}, 0));
        made.number(1, location(fmt::format("space {}", h.space), {}, 0));
        made.number(2, h.bytes);
        label(made, "shape", h.shape);
        label(made, "value", h.name);
        label(made, "class", std::string(spelling(h.is)));
        label(made, "op", h.opcode);
        all_.inner(2, made);
    }

    files::gzip_writer out_;
    message all_; // bytes that were not passed on yet
    model::interned<char> texts_;
    model::interned<std::int64_t> locations_;
    model::interned<std::int64_t> functions_;
};

// The holders at the peaks, by call stack. If the dump has no stack, the parts of the op_name are used instead.
void write_pprof(const memory_analysis& memory, const export_options&, const piece_taker& take)
{
    profile(take).run(memory);
}

} // namespace

extern const memory_export pprof_export{"pprof", "memory at the peak by stack", {.stacks = true}, write_pprof, true};

} // namespace ballast::inline v0::render
