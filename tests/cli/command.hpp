// Runs the command as scripts do.
#pragma once

#include "tests/support/support.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace ballast::tests {

// Runs the command in the folder with golden files.
inline std::string run(const std::string& arguments, const std::string& before = "")
{
    const auto errors = fs::temp_directory_path() / ("ballast_stderr_" + std::to_string(::getpid()));
    const std::string line = "cd '" + golden().string() + "' && " + before + " '" BALLAST_COMMAND "' " + arguments +
                             " 2>'" + errors.string() + "'";
    std::FILE* const pipe = ::popen(line.c_str(), "r");
    if (!pipe) throw std::runtime_error("cannot run " + line);
    std::string result;
    std::array<char, 4096> bytes;
    while (const auto got = std::fread(bytes.data(), 1, bytes.size(), pipe)) result.append(bytes.data(), got);
    const int status = ::pclose(pipe);
    const auto error_output = read_file(errors);
    fs::remove(errors);
    if (!result.empty() && result.back() != '\n') result += "(no line end)\n";
    result += "--- exit ";
    result += std::to_string(WEXITSTATUS(status));
    result += '\n';
    if (!error_output.empty()) result.append("--- standard error\n").append(error_output);
    return result;
}

// Only standard output.
inline std::string output_of(const std::string& arguments, const std::string& before = "")
{
    const auto all = run(arguments, before);
    return all.substr(0, all.rfind("--- exit "));
}
// What a person sees, both streams, in a terminal of 80 columns.
inline std::string output_on_terminal(const std::string& arguments)
{
    return output_of("", "script -qec \"'" BALLAST_COMMAND "' " + arguments + "\" /dev/null; true");
}
inline int exit_of(const std::string& arguments)
{
    const auto all = run(arguments);
    return all[all.rfind("--- exit ") + 9] - '0';
}

inline std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string result;
    for (const auto part : parts) result += part;
    return result;
}

inline std::vector<std::string> lines_of(const std::string& text)
{
    std::istringstream in(text);
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// A folder that is removed when the test ends.
struct temporary_folder {
    fs::path path;
    explicit temporary_folder(const std::string& name)
        : path(fs::temp_directory_path() / ("ballast_" + name + "_" + std::to_string(::getpid())))
    {
        fs::remove_all(path);
        fs::create_directories(path);
    }
    temporary_folder(const temporary_folder&) = delete;
    temporary_folder& operator=(const temporary_folder&) = delete;
    ~temporary_folder() { fs::remove_all(path); }

    [[nodiscard]] std::string quoted() const { return "'" + path.string() + "'"; }
    void add(const std::string& name, const std::string& dump = "d16.txt") const
    {
        fs::create_directories((path / name).parent_path());
        fs::copy_file(golden() / "dumps" / dump, path / name);
    }
};

// The output and the errors of a Python script that is run there.
inline std::string python_in(const temporary_folder& folder, const std::string& script)
{
    std::ofstream(folder.path / "script.py", std::ios::binary) << script;
    std::FILE* const pipe = ::popen(joined({"cd ", folder.quoted(), " && python3 script.py 2>&1"}).c_str(), "r");
    if (!pipe) return "python3 does not run";
    std::string result;
    std::array<char, 4096> bytes;
    while (const auto got = std::fread(bytes.data(), 1, bytes.size(), pipe)) result.append(bytes.data(), got);
    ::pclose(pipe);
    return result;
}

} // namespace ballast::tests
