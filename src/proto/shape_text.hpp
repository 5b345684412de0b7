// Shapes, literals and shardings as text.
#pragma once

#include "proto/text.hpp"
#include "proto/wire.hpp"

namespace ballast::inline v0::proto {

// `(f32[2,3]{1,0:T(8,128)}, s32[])`
void put_shape(text& out, message shape, bool with_layout);
// `{ { 1, 2 }, { 3, 4 } }`; empty if the message lacks the elements or is a tuple.
void put_literal(text& out, message literal, message shape);
// The number of elements of an array, -1 if it does not fit.
std::int64_t element_count(message shape);
// `{devices=[2,1]0,1}`
void put_sharding(text& out, message sharding);
// `{{0,1},{2,3}}`, `[2,2]<=[4]`, `mesh['x'=2] {'x'}`
void put_replica_groups(text& out, message instruction);
// As C prints it with `%.*g`.
void put_number(text& out, double number, int digits);

} // namespace ballast::inline v0::proto
