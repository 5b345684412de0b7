// The typed tree of a dump. This header includes those of all nodes.
//
// Names and strings are views into text that is owned by the document or, for a tree that was built in memory, by an
// arena.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/allocation.hpp"
#include "ballast/ast/allocation_statistics.hpp"
#include "ballast/ast/allocator_summary.hpp"
#include "ballast/ast/buffer_info.hpp"
#include "ballast/ast/files.hpp"
#include "ballast/ast/forms.hpp"
#include "ballast/ast/instruction.hpp"
#include "ballast/ast/live_range.hpp"
#include "ballast/ast/memory_message.hpp"
#include "ballast/ast/module_text.hpp"
#include "ballast/ast/oom_report.hpp"
#include "ballast/ast/opcode.hpp"
#include "ballast/ast/percent.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/ast/stack_trace.hpp"
#include "ballast/ast/status.hpp"
#include "ballast/ast/total.hpp"
#include "ballast/ast/tpu_report.hpp"
#include "ballast/ast/tpu_usage.hpp"
#include "ballast/ast/unknown_item.hpp"
#include "ballast/ast/unread.hpp"
#include "ballast/ast/usage_report.hpp"
#include "ballast/ast/value.hpp"
#include "ballast/list.hpp"
