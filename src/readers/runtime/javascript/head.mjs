//
//     import { read } from "./xla_dump.mjs";
//     const tree = read(bytes);  // a Uint8Array
//     for (const allocation of tree.dump.allocations) console.log(allocation.number, allocation.size);
//
// `read` returns the tree or throws `Refused`; `check` only checks whether the text matches; `toJson` returns what
// `ballast json` prints. Do not change nodes: equal parts of a text may share one. Integers that a double cannot
// represent are BigInts.
