// A grammar of another project, and a Python reader that is written from it: what src/describe and src/readers need is
// the rule types. Built and run by the tests of ballast, since neither is part of the installed library.
#include "describe/reify.hpp"
#include "readers/source.hpp"

#include <cstdio>

namespace depot {

using namespace tao::pegtl;

// clang-format off
struct number : plus<digit> {};
struct town   : plus<alpha> {};
struct stamps : seq<one<'['>, list<number, one<','>>, one<']'>> {};
struct parcel : seq<ballast::grammar::lit<"parcel ">, number, ballast::grammar::lit<": to ">, town, opt<one<' '>, stamps>,
                    one<'\n'>> {};
struct lines  : star<parcel> {};
// clang-format on

} // namespace depot

int main()
{
    namespace describe = ballast::describe;
    describe::reifier rules("depot::");
    rules.add<depot::lines>();
    const auto grammar = rules.take();
    const ballast::readers::source from{describe::plain_peg(grammar, "lines"), {"Reads the parcels of a depot."}};
    std::fputs(ballast::readers::python_reader(from).c_str(), stdout);
    return 0;
}
