// The plan of a printer, as JSON in a reader. It is the plan of the reader the other way round: a rule prints the
// member that it sets, and of several alternatives that one is printed which the most members of the node agree with.
#pragma once

#include "ballast/ast/forms.hpp"
#include "describe/plain_peg.hpp"

#include <string>

namespace ballast::readers {

// {"start": F, "forms": {NAME: VALUE, …}, "functions": {F: step, …}}. The forms are those of a file that says none. A
// step is a list, its kind first:
//     ["t", TEXT]                  this text
//     ["u", TEXT, NEXT]            the same, unless NEXT is printed next
//     ["w", WIDTH]                 blanks that fill a column together with the word which is printed next
//     ["s", STEP…], ["c", STEP…]   all steps; one of them
//     ["?", STEP], ["*", STEP], ["+", STEP], ["r", STEP, COUNT], ["o", STEP, COUNT], ["n", STEP]
//     ["@", F]                     the function F
//     ["x"]                        nothing that can be printed
//     ["a", RULE, STEP, ACTION…]   STEP, unless an action prints the text. An action is one of
//         ["set", PATH, CONVERSION], ["repeat", PATH, CONVERSION], ["push", CONVERSION]: the value as a text of RULE
//         ["mark", PATH, VALUE, WEAK]  only where the member is VALUE, or, if WEAK, a later step says what it is
//         ["form", NAME, VALUE]        only in files of this spelling
//         ["given", TYPE, MEMBER, VALUE]  only if the last node of TYPE that was printed has this member
//         ["custom", NAME]
//     ["node", PATH, TYPE, STEP, OPEN] the member, of which later steps print more if it is OPEN
//     ["element", TYPE, STEP]          an element of the list
//     ["gather", PATH, STEP], ["listed", STEP]  all elements of the member, or of an element that is a list itself
// A PATH is a list of members, each followed by the alternative that it is, or "". Empty if the start has no tree.
std::string printing_of(const describe::plain_grammar& grammar, const ast::forms& forms);

} // namespace ballast::readers
