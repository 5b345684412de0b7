// Checks JSON against the schemas of the project.
#pragma once

#include "tests/cli/command.hpp"

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <string>

namespace ballast::tests {

// Checks JSON texts against schemas in spec/ with an independent validator: Python's jsonschema.
class schema_check {
public:
    explicit schema_check(const std::string& name) : folder_(name) {}

    void add(const std::string& schema, const std::string& text)
    {
        const auto name = std::to_string(count_++).append(".json");
        std::ofstream(folder_.path / name, std::ios::binary) << text;
        std::ofstream(folder_.path / "list", std::ios::app) << name << ' ' << schema << '\n';
    }
    [[nodiscard]] static bool is_here() { return std::system("python3 -c 'import jsonschema' 2>/dev/null") == 0; }
    // The schemas whose texts do not conform, one per line.
    [[nodiscard]] std::string faults() const
    {
        const std::string script = "import functools, json, jsonschema\n"
                                   "@functools.cache\n"
                                   "def validator(schema):\n"
                                   "    rules = json.load(open(\"" BALLAST_ROOT "/spec/\" + schema))\n"
                                   "    jsonschema.Draft202012Validator.check_schema(rules)\n"
                                   "    return jsonschema.Draft202012Validator(rules)\n"
                                   "for line in open(\"list\"):\n"
                                   "    name, schema = line.split()\n"
                                   "    try:\n"
                                   "        validator(schema).validate(json.load(open(name)))\n"
                                   "    except Exception as fault:\n"
                                   "        print(schema, str(fault).splitlines()[0])\n";
        return python_in(folder_, script);
    }
    [[nodiscard]] std::size_t count() const { return count_; }

private:
    temporary_folder folder_;
    std::size_t count_ = 0;
};

} // namespace ballast::tests
