#include "generate/nodes.hpp"

#include <string>
#include <vector>

namespace ballast::generate {

using enum tpu_era;

std::int64_t nodes::tenths() { return chance(8) ? number() : below(1001); }

ast::tpu_label nodes::tpu_label(tpu_era era)
{
    if (chance(4))
        return {
            pick({"register allocator spill slots", "register allocator spill slots call depth 2", "constant literal",
                  "deduplicated constant", "sc_program", "global memory for <no-hlo-instruction>"})};
    if (era <= b) {
        if (chance(2)) return {"%fusion.1 = f32[8]{0} fusion(f32[8]{0} %copy), kind=kLoop, calls=%c"};
        const std::string text = "%tuple.1 = (" + std::string(ast::tpu_label::longest - 12, 's');
        return {memory_.copy(text + "...")};
    }
    if (era == c) return {pick({"fusion.1 = fusion(copy.1, p.0), kind=kLoop", "c = add(a, b, c, d, ...(+3))"})};
    if (chance(2))
        return {
            pick({"copy.1 = copy(p.0)", "k = custom-call(a), frontend_attributes={kernel_metadata={\n\"a\":1\n}}"})};
    return {memory_.copy("k.2 = custom-call(), custom_call_target=\"" + std::string(300, 'x') + '"')};
}

ast::metadata nodes::tpu_source(tpu_era era)
{
    ast::metadata result;
    result.op_name = pick({"jit(f)/a", "params[\\'w\\']", "a\\nb"});
    if (era <= b && chance(2)) result.op_type = "MatMul";
    if (era == c) {
        result.source_file = "f.py";
        result.source_line = 1 + below(1000);
    }
    if (era == d && can(feature::source_columns)) {
        result.source_line = result.source_end_line = 1 + below(1000);
        result.source_column = 1 + below(10);
        result.source_end_column = 11 + below(10);
    }
    if (era == e && chance(2, feature::stack_frame_id)) result.stack_frame_id = 1 + below(100);
    return result;
}

ast::tpu_block nodes::tpu_block(std::int64_t number, tpu_era era)
{
    ast::tpu_block result;
    result.number = number;
    result.size = human_size();
    if (chance(2)) result.source = memory_.make(tpu_source(era));
    if (!chance(3)) {
        ast::tpu_array array{shape(2), human_size(), {}, {}};
        if (chance(2)) array.extra = ast::tpu_extra{human_size(), tenths()};
        if (era >= d && chance(2)) array.tag = pick({"scratch operand", "prefetched SMEM operand 0", "it's \"x\""});
        result.array = array;
    }
    result.label = tpu_label(era);
    result.owner = static_cast<ast::tpu_owner>(below(5));
    return result;
}

ast::tpu_argument nodes::tpu_argument(std::int64_t number)
{
    ast::tpu_argument result{{}, number, human_size(), shape(2), {}, index()};
    if (chance(2)) result.parameter = below(10);
    return result;
}

ast::tpu_space_report nodes::tpu_space_report(tpu_era era)
{
    ast::tpu_space_report result;
    const auto space = era <= b ? std::string_view("hbm") : pick({"hbm", "vmem", "smem"});
    const bool logged = era >= c && chance(4);
    if (!logged) result.lead = ast::tpu_lead{space, human_size(), human_size(), human_size(), {}, false};
    if (era == e && !logged && chance(4)) {
        if (chance(2)) result.lead->module_name = pick({"jit_f", "jit__step.1"});
        result.lead->usage_follows = true;
        return result;
    }
    if (!logged && space == "hbm") result.total = tpu_total(space, era);
    result.program = tpu_program(space, era);
    auto& requirement = result.program->requirement;
    std::int64_t blocks = 0;
    if (logged || !chance(4)) {
        if (requirement.count == 0) requirement.count = 1;
        result.allocations = {space, many(1, 4, [&] { return tpu_block(++blocks, era); })};
    } else {
        requirement = {};
        if (era == e && chance(2)) result.allocations.space = space;
    }
    std::int64_t arguments = 0;
    const bool none = result.allocations.space && result.allocations.blocks.empty();
    if (none || (era == e && chance(2)))
        result.arguments = {space, many(1, 3, [&] { return tpu_argument(++arguments); })};
    return result;
}

ast::tpu_bare_report nodes::tpu_bare_report()
{
    return {"vmem", chance(2),
            many(1, 3, [&] { return ast::tpu_bare_block{tpu_label(a), static_cast<ast::tpu_owner>(below(5))}; })};
}

ast::tpu_stack_overflow nodes::tpu_stack_overflow(tpu_era era)
{
    const auto advice = era == e ? ast::tpu_advice::see : static_cast<ast::tpu_advice>(below(3));
    return {"vmem",
            pick({"%k.1 = f32[8]{0} custom-call(%a), custom_call_target=\"tpu_custom_call\"",
                  "%k = f32[8]{0} custom-call(f32[8]{0} %a.1), frontend_attributes={kernel_metadata={\n}}"}),
            human_size(),
            human_size(),
            human_size(),
            advice};
}

ast::tpu_large_allocation nodes::tpu_large_allocation(tpu_era era)
{
    ast::tpu_large_allocation result{below(1 << 30), below(1 << 20), below(30), shape(2), {}, 0, false, {}, {}};
    result.space = pick({"vmem", "smem", "sflag", "hbm"});
    result.word = result.space == "hbm" ? UINT64_MAX : static_cast<std::uint64_t>(result.size);
    result.scoped = era == e && chance(2);
    result.tag = pick({"scratch operand", "output of xor_convert_fusion@{}", "scoped memory for k.1"});
    if (chance(2)) result.instruction = name();
    return result;
}

ast::tpu_place nodes::tpu_place() { return {pick({"k.1", "main.2"}), 1 + below(100), 1 + below(100)}; }

void nodes::tpu_one_line(ast::tpu_report& result, tpu_era era)
{
    switch (below(era == e ? 5 : 3)) {
    case 0: result.message = memory_.make(tpu_stack_overflow(era)); break;
    case 1: result.message = memory_.make(tpu_large_allocation(era)); break;
    case 2:
        if (era == e) {
            result.message = memory_.make(
                ast::tpu_sparse_core{tpu_place(), below(1 << 20), below(1 << 20), "spmem", below(1 << 20)});
            result.status.word = "INTERNAL";
            if (chance(2))
                result.notes = memory_.make(ast::tpu_pass_notes{tpu_place(),
                                                                "%41 = \"memref.alloca\"() <{}> : () -> memref<8xf32>",
                                                                tpu_place(), "AllocationAssignment"});
        } else {
            ast::tpu_early_abort abort{chance(2), human_size(), human_size(), {}};
            if (chance(2)) abort.threshold = -1;
            result.message = abort;
            result.failure = ast::tpu_failure::compilation_failure;
        }
        break;
    case 3: {
        ast::tpu_temporaries temporaries{human_size(), human_size(), {}};
        if (chance(2)) temporaries.module_name = pick({"jit_f", "jit__step.1"});
        result.message = temporaries;
        break;
    }
    default: result.message = ast::tpu_cores{human_size(), human_size(), human_size()};
    }
}

ast::tpu_report nodes::tpu_report(tpu_era era)
{
    ast::tpu_report result;
    result.forms = forms_;
    result.status.word = era <= b ? "Resource exhausted" : "RESOURCE_EXHAUSTED";
    if (era == a && chance(3)) {
        result.status.word.reset();
        result.message = memory_.make(tpu_bare_report());
    } else if (era <= b || chance(2)) {
        result.message = memory_.make(tpu_space_report(era));
        if (era == a)
            result.failure = ast::tpu_failure::compilation_failure;
        else if (era >= c)
            result.failure = ast::tpu_failure::permanent_error;
    } else {
        tpu_one_line(result, era);
    }
    if (era == b && chance(2)) result.function = "__inference_train_function_80576";
    if (!result.by_space() || result.by_space()->lead) {
        const bool needs_page = result.stack() && result.stack()->advice == ast::tpu_advice::see;
        const bool alone = result.by_space() && result.by_space()->lead->usage_follows;
        if (era == e && !alone && (needs_page || chance(2))) {
            if (!result.sparse_core()) result.status.code = ast::status_code{"1000", "CompileTimeHbmOom", chance(2)};
            result.status.link = chance(2) ? "1000" : "0101";
        }
        if (era == e && !alone && chance(3))
            result.status.payloads = many(1, 2, [&] {
                return ast::status_payload{"type.googleapis.com/tensorflow.tpu.CompilationResultProto",
                                           pick({"\\x08\\x08Ran out\\n \\x01", "status_code: 8 a: \\\"it\\'s\\\"\\n"})};
            });
        if (era == e && !alone && chance(3)) {
            auto& trace = result.status.trace.emplace();
            trace.blank = chance(2);
            trace.locations = many(
                1, 3, [&] { return ast::trace_location{pick({"external/xla+/a.cc", "jaxlib/b.cc"}), below(500)}; });
        }
    }
    return result;
}

} // namespace ballast::generate
