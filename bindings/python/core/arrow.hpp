// Exports tables by the Arrow C stream interface, without copying their buffers.
#pragma once

#include "columns.hpp"

#include <cstdint>

namespace ballast::python {

// The structs of https://arrow.apache.org/docs/format/CDataInterface.html; the names of members are fixed there.
struct arrow_schema {
    const char* format;
    const char* name;
    const char* metadata;
    std::int64_t flags;
    std::int64_t n_children;
    arrow_schema** children;
    arrow_schema* dictionary;
    void (*release)(arrow_schema*);
    void* private_data;
};
struct arrow_array {
    std::int64_t length;
    std::int64_t null_count;
    std::int64_t offset;
    std::int64_t n_buffers;
    std::int64_t n_children;
    const void** buffers;
    arrow_array** children;
    arrow_array* dictionary;
    void (*release)(arrow_array*);
    void* private_data;
};
struct arrow_stream {
    int (*get_schema)(arrow_stream*, arrow_schema*);
    int (*get_next)(arrow_stream*, arrow_array*);
    const char* (*get_last_error)(arrow_stream*);
    void (*release)(arrow_stream*);
    void* private_data;
};

// Fills in structs of the consumer, who releases them. They keep the table alive.
void export_schema(const table_pointer& table, arrow_schema& to);
// A stream of one batch with all rows.
void export_stream(const table_pointer& table, arrow_stream& to);

} // namespace ballast::python
