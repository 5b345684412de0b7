#include "arrow.hpp"

#include <array>
#include <cerrno>
#include <memory>
#include <new>
#include <vector>

namespace ballast::python {

namespace {

constexpr std::int64_t nullable = 2;

const char* format_of(tables::cell_type type)
{
    switch (type) {
    case tables::cell_type::integer: return "l";
    case tables::cell_type::boolean: return "b";
    case tables::cell_type::text: return "U"; // UTF-8 with 64-bit offsets
    }
    return "n"; // no other type
}

// What a schema owns: its table, which has the names, and its children.
struct schema_parts {
    table_pointer table;
    std::vector<arrow_schema> children;
    std::vector<arrow_schema*> pointers;
};

void release_schema(arrow_schema* of)
{
    auto* parts = static_cast<schema_parts*>(of->private_data);
    for (auto& child : parts->children) // moved out by the consumer if `release` is null
        if (child.release) child.release(&child);
    delete parts;
    of->release = nullptr;
}

// What an array owns: its table, which has the buffers.
struct array_parts {
    table_pointer table;
    std::array<const void*, 3> buffers{};
    std::vector<const void*> no_validity{nullptr};
    std::vector<arrow_array*> pointers;
};

void release_array(arrow_array* of)
{
    auto* parts = static_cast<array_parts*>(of->private_data);
    for (auto* child : parts->pointers) { // moved out by the consumer if `release` is null
        if (child->release) child->release(child);
        delete child;
    }
    delete parts;
    of->release = nullptr;
}

// Empty buffers may be null, but some consumers refuse it.
template <typename T>
const void* data_of(const std::vector<T>& buffer)
{
    static constexpr T none{};
    return buffer.empty() ? &none : buffer.data();
}

void export_column(const table_pointer& table, const column& from, arrow_array& to)
{
    auto parts = std::make_unique<array_parts>();
    parts->table = table;
    parts->buffers[0] = from.unknown == 0 ? nullptr : from.known.data();
    switch (from.info->type) {
    case tables::cell_type::integer: parts->buffers[1] = data_of(from.integers); break;
    case tables::cell_type::boolean: parts->buffers[1] = data_of(from.true_bits); break;
    case tables::cell_type::text:
        parts->buffers[1] = from.offsets.data();
        parts->buffers[2] = from.bytes.data();
        break;
    }
    to = {.length = static_cast<std::int64_t>(table->rows()),
          .null_count = static_cast<std::int64_t>(from.unknown),
          .offset = 0,
          .n_buffers = from.info->type == tables::cell_type::text ? 3 : 2,
          .n_children = 0,
          .buffers = parts->buffers.data(),
          .children = nullptr,
          .dictionary = nullptr,
          .release = release_array,
          .private_data = parts.get()};
    parts.release();
}

void export_array(const table_pointer& table, arrow_array& to)
{
    auto parts = std::make_unique<array_parts>();
    parts->table = table;
    for (const auto& column : table->columns()) {
        parts->pointers.push_back(new arrow_array{});
        export_column(table, column, *parts->pointers.back());
    }
    to = {.length = static_cast<std::int64_t>(table->rows()),
          .null_count = 0,
          .offset = 0,
          .n_buffers = 1,
          .n_children = static_cast<std::int64_t>(parts->pointers.size()),
          .buffers = parts->no_validity.data(),
          .children = parts->pointers.data(),
          .dictionary = nullptr,
          .release = release_array,
          .private_data = parts.get()};
    parts.release();
}

struct stream_parts {
    table_pointer table;
    bool ended = false;
};

// Calls `f`; memory that runs out is an error code, because exceptions must not leave.
template <typename F>
int guarded(F&& f)
{
    try {
        f();
        return 0;
    } catch (const std::bad_alloc&) {
        return ENOMEM;
    }
}

int next_schema(arrow_stream* of, arrow_schema* to)
{
    return guarded([&] { export_schema(static_cast<stream_parts*>(of->private_data)->table, *to); });
}

int next_array(arrow_stream* of, arrow_array* to)
{
    auto& parts = *static_cast<stream_parts*>(of->private_data);
    if (parts.ended) {
        to->release = nullptr;
        return 0;
    }
    return guarded([&] {
        export_array(parts.table, *to);
        parts.ended = true;
    });
}

const char* last_error(arrow_stream*) { return "memory ran out"; }

void release_stream(arrow_stream* of)
{
    delete static_cast<stream_parts*>(of->private_data);
    of->release = nullptr;
}

} // namespace

void export_schema(const table_pointer& table, arrow_schema& to)
{
    auto parts = std::make_unique<schema_parts>();
    parts->table = table;
    for (const auto& column : table->columns())
        parts->children.push_back({.format = format_of(column.info->type),
                                   .name = column.info->name.data(),
                                   .metadata = nullptr,
                                   .flags = nullable,
                                   .n_children = 0,
                                   .children = nullptr,
                                   .dictionary = nullptr,
                                   .release = release_schema,
                                   .private_data = new schema_parts{table, {}, {}}});
    for (auto& child : parts->children) parts->pointers.push_back(&child);
    to = {.format = "+s",
          .name = "",
          .metadata = nullptr,
          .flags = 0,
          .n_children = static_cast<std::int64_t>(parts->children.size()),
          .children = parts->pointers.data(),
          .dictionary = nullptr,
          .release = release_schema,
          .private_data = parts.get()};
    parts.release();
}

void export_stream(const table_pointer& table, arrow_stream& to)
{
    to = {.get_schema = next_schema,
          .get_next = next_array,
          .get_last_error = last_error,
          .release = release_stream,
          .private_data = new stream_parts{table}};
}

} // namespace ballast::python
