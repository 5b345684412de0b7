#include "files/read_file.hpp"

#include "base/file_name.hpp"
#include "files/compressed.hpp"

#include <utility>

namespace ballast::inline v0::files {

namespace {

using way_of_reading = read_result (*)(const std::string& path, std::size_t limit);

read_result read_by(way_of_reading read, const input_file& file, const options& given, content what)
{
    if (!file.problem.empty()) return {{}, file.problem};
    const auto limit = is_compressed(file.path) ? given.max_decompressed : given.max_bytes;
    return decompressed(read(file.path, limit), file.path, limit, what);
}

source_text copy_of(const source_text& text)
{
    auto result = source_text::copy_of(text.view());
    result.watch(text.watcher());
    return result;
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

read_result read_file(const input_file& file, const options& given)
{
    return read_by(read_source, file, given, content::any);
}

read_result map_file(const input_file& file, const options& given)
{
    return read_by(map_source, file, given, content::any);
}

opened_file open_file(const input_file& file, const options& given, const reading& how)
{
    const bool mapped = how.what == wanted::form || !file.in_folder;
    auto read = file.text && file.problem.empty()
                    ? read_result{copy_of(file.text->bytes), {}}
                    : read_by(mapped ? map_source : read_source, file, given, content::ours);
    opened_file result{std::move(read.error), std::move(read.text), options_for(file.path)};
    if (file.text && file.text->in_log) result.parsing.live_range_optional = true;
    result.parsing.max_errors = how.max_errors;
    result.parsing.form_only =
        how.what == wanted::form || (how.what == wanted::again && result.text.view().size() >= large_text);
    result.parsing.threads = how.threads;
    return result;
}

parsed_file parse_file(const input_file& file, const options& given, const reading& how)
{
    auto opened = open_file(file, given, how);
    if (!opened.problem.empty()) return {std::move(opened.problem), {}};
    return {{}, ballast::parse(std::move(opened.text), opened.parsing)};
}

parsed_file parse_file(const input_file& file, const options& given, std::size_t threads, std::size_t max_errors)
{
    return parse_file(file, given, {.threads = threads, .max_errors = max_errors});
}

} // namespace ballast::inline v0::files
