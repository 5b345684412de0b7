#include "files/read_file.hpp"

#include "base/file_name.hpp"
#include "files/compressed.hpp"

#include <utility>

namespace ballast::inline v0::files {

namespace {

read_result read_as(content what, const input_file& file, const options& given)
{
    if (!file.problem.empty()) return {{}, file.problem};
    if (file.text && file.text->make) return file.text->make();
    if (file.text) return {source_text::copy_of(file.text->bytes.view()), {}};
    const auto limit = is_compressed(file.path) ? given.max_decompressed : given.max_bytes;
    return decompressed(read_source(file.path, limit), file.path, limit, what);
}

} // namespace

parse_options options_for(std::string_view path)
{
    parse_options result;
    result.max_errors = 1;
    const auto plain = without_compression(path);
    result.live_range_optional = plain.ends_with(bare_assignment_ending) || plain.ends_with(log_live_range_ending) ||
                                 plain.ends_with(tpu_part_ending);
    return result;
}

read_result read_file(const input_file& file, const options& given) { return read_as(content::any, file, given); }

parsed_file parse_file(const input_file& file, const options& given, std::size_t max_errors, bool partial)
{
    auto [text, problem] = read_as(content::ours, file, given);
    if (!problem.empty()) return {std::move(problem), {}};
    auto parsing = options_for(file.path);
    if (file.text && file.text->in_log) parsing.live_range_optional = true;
    parsing.max_errors = max_errors;
    parsing.partial = partial;
    return {{}, parse(std::move(text), parsing)};
}

} // namespace ballast::inline v0::files
