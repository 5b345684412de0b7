// What the parameters of a module are, for frameworks that do not name them: TensorFlow calls each one `XLA_Args`,
// PyTorch/XLA `xla__device_data`.
#pragma once

#include "ballast/ast/module_text.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace ballast::analyse {

// True if an operation name of a parameter says nothing about it.
bool is_name_of_all(std::string_view op_name);

// The outermost scope of a model of TensorFlow, which its gradients share: `gradient_tape/MODEL/LAYER/op`.
class model_scope {
public:
    void take(std::string_view op_name);
    // Removes the scope from a name, also behind `gradient_tape/`, if nearly all gradients have it.
    [[nodiscard]] std::string removed_from(std::string_view op_name) const;

private:
    std::map<std::string, std::size_t, std::less<>> counts_;
    std::size_t all_ = 0;
};

// A label for each parameter of the entry computation, by the name of its instruction. It is named after the first
// instruction of the forward pass that reads it, through fusions and copies. An optimizer updates a weight, and alone
// reads its state. In PyTorch/XLA, the source line of the parameter says more: the module that made it, or the
// optimizer. Takes linear time in the size of the text.
std::map<std::string_view, std::string> parameter_roles(const ast::module_text& text);

} // namespace ballast::analyse
