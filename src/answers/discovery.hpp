// The files of a question: in folders, archives, logs, standard input or memory.
#pragma once

#include "ballast/answers.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ballast::inline v0::answers {

// The files of paths: of standard input the programs in it, if it is a binary file.
files::found_files find_files(const std::vector<std::string>& paths, const files::options& reading);
// As `find_texts`; a single file comes with the others of its module.
files::found_files find_module_texts(const std::vector<std::string>& paths, const files::options& reading);
// As `find_texts`, for files in memory.
files::found_files find_texts(const std::vector<files::input_file>& in_memory);

// The texts in folders and archives that are neither dumps nor texts of modules.
std::vector<files::input_file> folder_logs(const files::found_files& of, const files::options& reading);

// All files of the paths: folders and archives are replaced by the regular files in them.
std::vector<files::input_file> files_below(const std::vector<std::string>& paths, const files::options& reading,
                                           std::vector<std::string>& notices);

// A file in memory.
files::input_file in_memory(std::string path, source_text text, bool in_folder = false);

} // namespace ballast::inline v0::answers
