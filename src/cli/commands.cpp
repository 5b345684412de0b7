#include "cli/command.hpp"

#include <array>

namespace ballast::cli {

// Each is in a file of its own.
extern const command show_command;
extern const command summary_command;
extern const command diff_command;
extern const command report_command;
extern const command export_command;
extern const command validate_command;
extern const command roundtrip_command;
extern const command era_command;
extern const command explain_command;
extern const command extract_command;
extern const command json_command;
extern const command print_command;
extern const command redact_command;
extern const command reduce_command;
extern const command bundle_command;
extern const command report_text_command;
extern const command generate_command;
extern const command grammar_command;
extern const command parser_command;
extern const command completions_command;
extern const command manual_command;
extern const command help_command;

std::span<const command* const> commands()
{
    static constexpr std::array all{
        &show_command,        &summary_command,   &diff_command,    &report_command,  &export_command,
        &validate_command,    &roundtrip_command, &era_command,     &explain_command, &extract_command,
        &json_command,        &print_command,     &redact_command,  &reduce_command,  &bundle_command,
        &report_text_command, &generate_command,  &grammar_command, &parser_command,  &completions_command,
        &manual_command,      &help_command,
    };
    return all;
}

} // namespace ballast::cli
