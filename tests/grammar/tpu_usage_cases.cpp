// Cases for the rules about the memory of a TPU.
#include "tests/grammar/rule_cases.hpp"

namespace ballast::tests {

namespace {

const texts short_sizes{"0B", "1023B", "1.2K", "1024.0K", "12.50M", "1.00G", "2.00P", "3.47E"};
const texts no_short_sizes{"", "12", "1.2KiB", "1.20K", "1.5M", "1.50", "1.50m", "01.50M", "-1.50M", " 1.50M"};
const texts spaces_of_tpus{"hbm", "vmem", "smem", "sflag", "tile_spmem"};
const texts no_spaces_of_tpus{"", "HBM", "0x", "hbm ", "_x"};
const std::string reserved = "    reserved        258.00M \n";
const std::string program = "    program         614.78M \n";
const std::string arguments = "    arguments         4.80G \n";
const std::string output = "Output size 4.80G; shares 0B with arguments.\n";
const std::string total = "Total hbm usage >= 5.65G:\n" + reserved + program + arguments + "\n" + output;
const std::string utilization = " (62.5% utilization: Unpadded (384.00M) Padded (614.41M), 0.0% fragmentation (15.5K))";
const std::string share = "XLA::TPU program SMEM usage: 1.9K / 1.00M (1 parameters)\n";

// A size in a column of seven bytes.
template <typename... Columns>
void columns(std::vector<rule_case>& all)
{
    same<Columns...>(all, {"     0B", "258.00M", "1024.00M", "  15.5K"},
                     {"", "0B", " 258.00M", "    0B", "     0B ", "258.0M"});
}

} // namespace

void tpu_usage_cases(std::vector<rule_case>& all)
{
    same<g::total_usage, g::total_reserved, g::total_program, g::total_arguments, g::output_bytes, g::shared_bytes,
         g::unpadded_bytes, g::padded_bytes, g::fragment_bytes, g::row_bytes, g::requirement, g::share_used,
         g::share_capacity>(all, short_sizes, no_short_sizes);
    same<g::tpu_space, g::total_space, g::program_space>(all, spaces_of_tpus, no_spaces_of_tpus);
    same<g::tpu_tenths, g::utilized, g::fragmented_tenths>(all, {"0.0", "62.5", "128.0"},
                                                           {"", "1", "1.", ".5", "1.25", "00.5"});
    columns<g::total_reserved_column, g::total_program_column, g::total_arguments_column, g::row_bytes_column>(all);

    all.push_back(on<g::total_row_end>({" \n"}, {"", "\n", "  \n"}));
    all.push_back(on<g::reserved_total>(
        {reserved}, {"", program, "    reserved        258.00M\n", "    reserved       258.00M \n"}));
    all.push_back(on<g::program_total>({program, "    program         unknown size \n"},
                                       {"", reserved, "    program         unknown \n"}));
    all.push_back(on<g::arguments_total>({arguments, "    arguments       unknown size \n"}, {"", program}));
    all.push_back(
        on<g::known_output>({output}, {"", "Output size unknown.\n", "Output size 4.80G; shares 0B with arguments."}));
    all.push_back(on<g::tpu_output>({output, "Output size unknown.\n"}, {"", "Output size 4.80G.\n"}));
    all.push_back(on<g::tpu_total>(
        {total}, {"", total + "\n", total.substr(1), "Total hbm usage >= 5.65G:\n" + program + "\n" + output}));

    all.push_back(on<g::temporary_padding>({": Unpadded (384.00M) Padded (614.41M)"}, {"", ": Padded (614.41M)"}));
    all.push_back(on<g::utilization>({utilization, " (24.2% utilization, 0.7% fragmentation (293.84M))"},
                                     {"", utilization.substr(1), " (24.2% utilization)"}));
    all.push_back(on<g::reserved_word>({"reserved"}, {"", "Reserved"}));
    all.push_back(on<g::global_word>({"global"}, {"", "globals"}));
    all.push_back(on<g::scoped_word>({"scoped"}, {"", "scope"}));
    all.push_back(on<g::temporary_word>({"HLO temp"}, {"", "HLO"}));
    all.push_back(on<g::overlays_word>({"overlays"}, {"", "overlay"}));
    all.push_back(on<g::reserved_row>({"    reserved           204B\n"}, {"", "    reserved           204B \n"}));
    all.push_back(on<g::global_row>({"    global           420.0K\n"}, {"", "    scoped           420.0K\n"}));
    all.push_back(on<g::scoped_row>({"    scoped           420.0K\n"}, {"", "    scoped          420.0K\n"}));
    all.push_back(
        on<g::temporary_row>({"    HLO temp        614.42M\n", "    HLO temp        614.42M" + utilization + "\n"},
                             {"", "    HLO temp        614.42M (62.5% utilization)\n"}));
    all.push_back(on<g::overlays_row>({"    overlays         364.5K\n"},
                                      {"", "    overlays         364.5K" + utilization + "\n"}));
    all.push_back(on<g::tpu_rows>({"", "    global           420.0K\n    scoped           420.0K\n"},
                                  {"\n", "    scoped           420.0K\n    global           420.0K\n"}));
    all.push_back(on<g::tpu_program>(
        {"Program host requirement 0B:\n", "Program hbm requirement 420.0K:\n    global           420.0K\n"},
        {"", "Program hbm requirement 0B:", "Program requirement 0B:\n"}));

    all.push_back(on<g::capital_space>({"HBM", "VMEM"}, {"", "hbm", "HBM "}));
    all.push_back(on<g::parameter_count>(numbers, no_numbers));
    same<g::tpu_share, g::share_section>(
        all, {share, "XLA::TPU program HBM usage: 614.78M / 15.75G\n"},
        {"", share.substr(0, share.size() - 1), "XLA::TPU program HBM usage: 614.78M\n"});
    all.push_back(on<g::total_section_alone>({total + "\n"}, {"", total}));
    all.push_back(on<g::program_section>({"Program host requirement 0B:\n"}, {"", total}));
    const texts sections{share, total + "\n", "Program host requirement 0B:\n"};
    all.push_back(on<g::tpu_section>(sections, {"", total, "\n"}));
    all.push_back(on<g::tpu_usage>({share, share + total + "\nProgram host requirement 0B:\n" + share},
                                   {"", total, "\n" + share, share + "\n"}));
}

} // namespace ballast::tests
