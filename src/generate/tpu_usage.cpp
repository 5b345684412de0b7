#include "generate/nodes.hpp"

#include <string_view>

namespace ballast::generate {

using enum tpu_era;

ast::tpu_total nodes::tpu_total(std::string_view space, tpu_era era)
{
    ast::tpu_total result{space, human_size(), human_size(), {}, {}, {}};
    if (!chance(4)) result.program = human_size();
    if (era == a) return result;
    result.arguments = human_size();
    result.output = ast::tpu_output{human_size(), human_size()};
    return result;
}

ast::tpu_utilization nodes::tpu_utilization(tpu_era era)
{
    ast::tpu_utilization result{tenths(), {}, tenths(), human_size()};
    if (era != a) result.padding = ast::tpu_padding{human_size(), human_size()};
    return result;
}

ast::tpu_program nodes::tpu_program(std::string_view space, tpu_era era)
{
    ast::tpu_program result{space, human_size(), {}};
    std::vector<ast::tpu_row> rows;
    for (const auto owner : {ast::tpu_owner::reserved, ast::tpu_owner::global, ast::tpu_owner::scoped,
                             ast::tpu_owner::hlo_temp, ast::tpu_owner::overlays}) {
        if (chance(2) || (owner == ast::tpu_owner::overlays && era < c)) continue;
        ast::tpu_row row{owner, human_size(), {}};
        if (owner == ast::tpu_owner::hlo_temp && !chance(4)) row.utilization = tpu_utilization(era);
        rows.push_back(row);
    }
    result.rows = list(rows);
    return result;
}

ast::tpu_usage nodes::tpu_usage()
{
    ast::tpu_usage result;
    result.sections = many(1, 5, [&] {
        ast::tpu_section section;
        const auto space = pick({"hbm", "vmem", "smem", "sflag", "host"});
        switch (below(3)) {
        case 0: {
            ast::tpu_share share{pick({"HBM", "VMEM", "SMEM"}), human_size(), human_size(), {}};
            if (chance(3)) share.parameters = below(5);
            section.form = share;
            break;
        }
        case 1: section.form = tpu_total(space, chance(5) ? a : e); break;
        default: section.form = tpu_program(space, chance(5) ? a : e);
        }
        return section;
    });
    return result;
}

} // namespace ballast::generate
