#include "ballast/document.hpp"

#include <utility>

namespace ballast::inline v0 {

document::document(source_text text, ast::arena memory, const ast::tree& tree, std::vector<witness> witnesses)
    : text_(std::move(text)), memory_(std::move(memory)), tree_(tree), witnesses_(std::move(witnesses))
{
}

document::document(document&& other) noexcept
    : text_(std::move(other.text_)),
      memory_(std::move(other.memory_)),
      tree_(std::exchange(other.tree_, {})),
      witnesses_(std::exchange(other.witnesses_, {})),
      findings_(std::exchange(other.findings_, {})),
      rest_(std::exchange(other.rest_, {}))
{
}

document& document::operator=(document&& other) noexcept
{
    text_ = std::move(other.text_);
    memory_ = std::move(other.memory_);
    tree_ = std::exchange(other.tree_, {});
    witnesses_ = std::exchange(other.witnesses_, {});
    findings_ = std::exchange(other.findings_, {});
    rest_ = std::exchange(other.rest_, {});
    return *this;
}

fragment::fragment(ast::arena memory, const fragment_node& node, const ast::forms& forms, bool with_key,
                   std::vector<witness> witnesses)
    : memory_(std::move(memory)), node_(node), forms_(forms), with_key_(with_key), witnesses_(std::move(witnesses))
{
}

fragment::fragment(fragment&& other) noexcept
    : memory_(std::move(other.memory_)),
      node_(std::exchange(other.node_, {})),
      forms_(std::exchange(other.forms_, {})),
      with_key_(std::exchange(other.with_key_, false)),
      witnesses_(std::exchange(other.witnesses_, {}))
{
}

fragment& fragment::operator=(fragment&& other) noexcept
{
    memory_ = std::move(other.memory_);
    node_ = std::exchange(other.node_, {});
    forms_ = std::exchange(other.forms_, {});
    with_key_ = std::exchange(other.with_key_, false);
    witnesses_ = std::exchange(other.witnesses_, {});
    return *this;
}

} // namespace ballast::inline v0
