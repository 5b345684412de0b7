// The typed tree of a dump. Names and strings are views into text that the document (or, for a tree that was built, an
// arena) owns.
#pragma once

#include "ballast/arena.hpp"
#include "ballast/ast/dump.hpp"
#include "ballast/ast/instruction.hpp"
#include "ballast/ast/opcode.hpp"
#include "ballast/ast/shape.hpp"
#include "ballast/list.hpp"
