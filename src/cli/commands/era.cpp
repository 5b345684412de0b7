// Which versions of XLA could have printed files.
#include "cli/inputs.hpp"
#include "render/era_text.hpp"

#include <memory>

namespace ballast::cli {

namespace {

int run_era(const record_arguments& options)
{
    const auto inputs = find_files(options);
    if (inputs.empty()) return trouble;
    output out(options.line_end());
    render::era_counts all;
    struct dated {
        render::era_counts counts{};
        std::string text{};
    };
    each_in_order(
        files::modules_of(inputs, options), options,
        [&](const files::module_files& module) {
            render::line_buffer lines(out.style());
            dated result;
            result.counts = render::write_eras(answers::read_files(module, options), options.quiet, lines);
            result.text = lines.take();
            return result;
        },
        [&](dated&& module) {
            out.write(module.text);
            all.add(module.counts);
        });
    out.line("{} files: {} dated, {} mixed, {} refused, {} unreadable", inputs.size(), all.dated, all.mixed,
             all.refused, all.unreadable);
    if (!out.flush() || all.unreadable != 0) return trouble;
    return all.mixed + all.refused != 0 ? failure : success;
}

command_body declare_era(CLI::App& app)
{
    auto options = std::make_shared<record_arguments>();
    add_records(app, *options);
    add_files_alone(app, *options);
    add_jobs(app, *options);
    return [options] { return run_era(*options); };
}

} // namespace

extern const command era_command{"Checks", "era", "Name the versions of XLA that could have printed a text, and why",
                                 declare_era};

} // namespace ballast::cli
