#include "ballast/print.hpp"
#include "print/lists.hpp"
#include "print/metadata.hpp"
#include "print/status.hpp"
#include "print/tpu_usage.hpp"

#include <fmt/compile.h>

namespace ballast::inline v0 {

namespace {

using ast::tenths_text;

// Prints the message of a report.
class message_printer {
public:
    message_printer(sink& out, const ast::forms& forms) : out_(out), forms_(forms) {}

    template <typename Message>
    void operator()(const ast::box<Message>& x)
    {
        (*this)(*x);
    }

    void operator()(const ast::tpu_space_report& x)
    {
        bool first = true;
        const auto begin_section = [&] {
            if (!std::exchange(first, false)) out_.put('\n');
        };
        if (x.lead) {
            begin_section();
            put_lead(*x.lead);
            const bool alone = !x.total && !x.program && x.allocations.absent() && x.arguments.blocks.empty();
            if (!alone) out_.put('\n');
        }
        if (x.total) {
            begin_section();
            print_detail::put_total(out_, *x.total);
        }
        if (x.program) {
            begin_section();
            print_detail::put_program(out_, *x.program);
        }
        if (!x.allocations.absent()) {
            begin_section();
            put_allocations(x.allocations);
        }
        if (!x.arguments.blocks.empty()) {
            begin_section();
            put_arguments(x.arguments);
        }
    }

    void operator()(const ast::tpu_bare_report& x)
    {
        out_.put("Ran out of memory in memory space ", x.space, ". ",
                 std::string_view(x.names_reason ? "It should not be possible to run out of vmem - please" : "Please"),
                 " file a bug against XLA.\n\nLargest program allocations in ", x.space, ":\n\n");
        for (const auto& block : x.blocks)
            out_.put("  XLA label: ", block.label.text, "\n  Allocation type: ", spelling(block.owner), "\n\n");
    }

    void operator()(const ast::tpu_stack_overflow& x)
    {
        out_.put("Ran out of memory in memory space ", x.space, " while allocating on stack for ", x.instruction,
                 ". Scoped allocation with size ");
        size(x.size);
        out_.put(" and limit ");
        size(x.limit);
        out_.put(" exceeded scoped ", x.space, " limit by ");
        size(x.excess);
        out_.put('.');
        if (x.advice == ast::tpu_advice::none) return;
        out_.put(" It should not be possible to run out of scoped vmem - ");
        if (x.advice == ast::tpu_advice::file_bug) out_.put("please file a bug against XLA.");
        if (x.advice == ast::tpu_advice::link)
            out_.put(" see go/compile-time-vmem-oom#kernel-vmem-stack-oom for more information.");
    }

    void operator()(const ast::tpu_large_allocation& x)
    {
        out_.put("Allocation (size=", x.size, ") would exceed memory (size=", x.capacity, ") :: #allocation", x.number,
                 " [shape = '");
        print(out_, x.shape, forms_);
        out_.put("', space=", x.space, ", size = 0x", std::string_view(fmt::format(FMT_COMPILE("{:x}"), x.word)),
                 std::string_view(x.scoped ? ", scoped" : ""), ", tag = '", x.tag,
                 "'] :: ", x.instruction.value_or("<no-hlo-instruction>"));
    }

    void operator()(const ast::tpu_temporaries& x)
    {
        out_.put("Ran out of memory on HBM, the total memory required for HLO temporaries (");
        size(x.required);
        out_.put(") exceeds available HBM (");
        size(x.available);
        out_.put(").");
        put_module(x.module_name);
    }

    void operator()(const ast::tpu_cores& x)
    {
        out_.put("TPU TensorCore Hbm usage: ");
        size(x.tensor_core);
        out_.put(", SparseCore Hbm usage ");
        size(x.sparse_core);
        out_.put(", exceeding available bytes: ");
        size(x.available);
    }

    void operator()(const ast::tpu_early_abort& x)
    {
        out_.put("Aborting compilation early because it's unlikely to have enough ",
                 std::string_view(x.device ? "device " : ""), "memory. Requires ");
        size(x.required);
        out_.put(", has ");
        size(x.available);
        out_.put(" available.");
        if (x.threshold)
            out_.put(" If more detailed logging is desired, set --xla_tpu_impure_oom_fast_exit_threshold=",
                     *x.threshold);
    }

    void operator()(const ast::tpu_sparse_core& x)
    {
        out_.put("Failed to run MLO pass pipeline.");
        put_place(x.place);
        out_.put(": error: 'memref.alloca' op E3000: CompileTimeSparseCoreAllocationFailure: current allocation offset "
                 "upper bound (",
                 x.reached, " words) exceeds the legitimate user allocatable offset upper bound (", x.limit,
                 " words) in memory space ", x.space, " when allocating ", x.size, " words");
    }

    void put_notes(const ast::tpu_pass_notes& x)
    {
        out_.put('\n');
        put_place(x.operation_place);
        out_.put(": note: see current operation: ", x.operation, '\n');
        put_place(x.place);
        out_.put(": error: NOTE: Failed in pass ", x.pass, '\n');
    }

private:
    void size(const ast::human_size& x) { out_.put(std::string_view(ast::short_text(x))); }

    void put_place(const ast::tpu_place& x) { out_.put(x.name, ':', x.line, ':', x.column); }

    void put_module(const std::optional<std::string_view>& name)
    {
        if (name) out_.put(" HLO module: ", *name, '.');
    }

    void put_lead(const ast::tpu_lead& x)
    {
        out_.put("Ran out of memory in memory space ", x.space, ". Used ");
        size(x.used);
        out_.put(" of ");
        size(x.capacity);
        out_.put(' ', x.space, ". Exceeded ", x.space, " capacity by ");
        size(x.exceeded);
        out_.put('.');
        put_module(x.module_name);
        if (x.usage_follows) out_.put(" Memory usage report: \n");
    }

    void put_array(const ast::tpu_array& x)
    {
        out_.put("     Shape: ");
        print(out_, x.shape, forms_);
        out_.put("\n     Unpadded size: ");
        size(x.unpadded);
        out_.put('\n');
        if (x.extra) {
            out_.put("     Extra memory due to padding: ");
            size(x.extra->size);
            out_.put(" (", std::string_view(tenths_text(x.extra->factor)), "x expansion)\n");
        }
        if (x.tag) out_.put("     Tag: ", *x.tag, '\n');
    }

    void put_head(std::int64_t number, const ast::human_size& bytes)
    {
        out_.put("  ", number, ". Size: ");
        size(bytes);
        out_.put('\n');
    }

    void put_allocations(const ast::tpu_allocations& x)
    {
        if (x.blocks.empty()) {
            out_.put("No allocations in ", *x.space);
            return;
        }
        if (x.space) out_.put("  Largest program allocations in ", *x.space, ":\n\n");
        for (const auto& block : x.blocks) {
            put_head(block.number, block.size);
            if (block.source) {
                out_.put("     Operator: ");
                print_detail::put_fields(out_, *block.source);
                out_.put('\n');
            }
            if (block.array) put_array(*block.array);
            out_.put("     XLA label: ", block.label.text, "\n     Allocation type: ", spelling(block.owner), '\n',
                     rule);
        }
    }

    void put_arguments(const ast::tpu_arguments& x)
    {
        if (x.space) out_.put("  Largest program arguments and outputs in ", *x.space, ":\n\n");
        for (const auto& block : x.blocks) {
            put_head(block.number, block.size);
            out_.put("     Shape: ");
            print(out_, block.shape, forms_);
            out_.put("\n     XLA label: ");
            if (block.parameter)
                out_.put("Argument ", *block.parameter, " index ");
            else
                out_.put("Output index ");
            print_detail::put_index(out_, block.index);
            out_.put('\n', rule);
        }
    }

    static constexpr std::string_view rule = "     ==========================\n\n";

    sink& out_;
    const ast::forms& forms_;
};

void put_before_message(sink& out, const ast::tpu_report& x)
{
    print_detail::put_status_head(out, x.status);
    if (x.function) out.put("{{function_node ", *x.function, "}} ");
    print_detail::put_status_code(out, x.status);
    if (x.failure == ast::tpu_failure::permanent_error) out.put("XLA:TPU compile permanent error. ");
    if (x.failure == ast::tpu_failure::compilation_failure) out.put("Compilation failure: ");
}

} // namespace

void print(sink& out, const ast::tpu_report& x)
{
    put_before_message(out, x);
    message_printer message(out, x.forms);
    std::visit(message, x.message);
    print_detail::put_status_link(out, x.status);
    if (x.notes) message.put_notes(*x.notes);
    print_detail::put_status_rest(out, x.status);
    if (x.status.trace) out.put('\n');
}

} // namespace ballast::inline v0
