#include "ballast/ast/tpu_usage.hpp"

#include "base/keyed_table.hpp"

namespace ballast::inline v0::ast {

namespace {

constexpr keyed_table<tpu_owner, std::string_view> owners{{
    {tpu_owner::reserved, "reserved"},
    {tpu_owner::global, "global"},
    {tpu_owner::scoped, "scoped"},
    {tpu_owner::hlo_temp, "HLO temp"},
    {tpu_owner::overlays, "overlays"},
}};

} // namespace

std::string_view spelling(tpu_owner owner) { return owners[owner]; }

} // namespace ballast::inline v0::ast
