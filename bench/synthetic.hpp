// A dump like that of a large training step, of any size.
#pragma once

#include <cstddef>
#include <string>

namespace ballast::bench {

// A combined dump of D18 with `values` values, about 75 bytes per line and 700 bytes per value. Half of the bytes are
// instructions with metadata and backend configs. Equal arguments give equal texts on every machine.
std::string synthetic_dump(std::size_t values);

// A combined dump of D16 of about so many bytes with the proportions of real dumps: tuples whose values repeat one
// instruction, parameters, library calls with long configs. Three of four bytes are used values, and 43 % of the bytes
// of instructions are those of the instruction before.
std::string real_like_dump(std::size_t bytes);

// A dump with one arena of so many values. Each is computed in place of the one before, or all are adjacent and live
// until the end. Such arenas take the rules about overlaps the most time.
enum class arena_use { in_place, apart };
std::string arena_dump(std::size_t values, arena_use how);

// The number of values in a dump of about `bytes` bytes.
std::size_t values_for(std::size_t bytes);

} // namespace ballast::bench
