#include "files/read_file.hpp"

#include "base/file_name.hpp"
#include "files/compressed.hpp"

#include <utility>

namespace ballast::inline v0::files {

namespace {

read_result read_as(content what, const input_file& file, const options& how)
{
    if (!file.problem.empty()) return {{}, file.problem};
    if (file.text && file.text->make) return file.text->make();
    if (file.text) return {source_text::copy_of(file.text->bytes.view()), {}};
    const auto limit = is_compressed(file.path) ? how.max_decompressed : how.max_bytes;
    return decompressed(read_source(file.path, limit), file.path, limit, what);
}

} // namespace

read_result read_file(const input_file& file, const options& how) { return read_as(content::any, file, how); }

read_result read_text(const input_file& file, const options& how) { return read_as(content::ours, file, how); }

std::shared_ptr<const source_text> text_of(const input_file& file, const options& how)
{
    if (file.text && !file.text->make) return {file.text, &file.text->bytes};
    auto read = read_file(file, how);
    if (!read.error.empty()) return nullptr;
    return std::make_shared<const source_text>(std::move(read.text));
}

} // namespace ballast::inline v0::files
