// Respells shapes and instructions for another era.
#pragma once

#include "ballast/arena.hpp"
#include "convert/losses.hpp"
#include "convert/source.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ballast::converting {

class wording {
public:
    // `texts` are the given files: words in a vendor's dumps can be from another time than the rest.
    wording(const source& said, std::span<const document* const> texts, commit_time from, commit_time to,
            ast::arena& memory, losses& lost);

    // Sets the part of the text at which the following losses are reported.
    void at(std::string_view piece) { here_ = piece; }

    // --- nodes; unchanged parts are shared with the given nodes ------------------------------------------------------
    ast::shape shape(const ast::shape& node);
    ast::shared<ast::shape> shape(const ast::shared<ast::shape>& node);
    ast::box<ast::shape> shape(const ast::box<ast::shape>& node);
    ast::box<ast::instruction> instruction(const ast::instruction& node);
    // True if the feature belongs to the program itself, so that it is kept in every era.
    [[nodiscard]] static bool is_own(feature which);
    // The shape without layouts, as in allocation headers.
    ast::shape bare(const ast::shape& node);
    // Items of a later XLA, among the known ones that are left.
    ast::list<ast::unknown_item> kept(const ast::list<ast::unknown_item>& items, std::int64_t known)
    {
        return *each(items, [&](const ast::unknown_item& item) {
            return std::optional(ast::unknown_item{std::min(item.after, known), item.text});
        });
    }

private:
    [[nodiscard]] bool can(feature which) const { return timeline::printed_at(which, to_); }
    [[nodiscard]] bool could(feature which) const { return timeline::printed_at(which, from_); }
    // True if the target prints the feature; otherwise adds a loss.
    bool takes(feature which);
    // The same for a word with its own date.
    template <typename Word>
    bool takes_word(Word word)
    {
        const auto shown = timeline::shown_by(word);
        return !shown || takes(*shown);
    }
    void lose(feature which) { lost_.add(loss_kind::left_out, which, here_); }
    void keep(feature which) { lost_.add(loss_kind::kept, which, here_); }
    template <typename T>
    ast::list<T> list(const std::vector<T>& elements)
    {
        return memory_.make_list(std::span<const T>(elements));
    }
    // Applies `change` to each element; empty if it fails for one of them.
    template <typename T, typename Change>
    std::optional<ast::list<T>> each(const ast::list<T>& elements, Change change)
    {
        std::vector<T> result;
        result.reserve(elements.size());
        for (const auto& element : elements) {
            std::optional<T> changed = change(element);
            if (!changed) return std::nullopt;
            result.push_back(*changed);
        }
        return list(result);
    }

    // --- shapes ---
    ast::array_shape array(const ast::array_shape& node);
    ast::layout_suffixes suffixes(const ast::layout_suffixes& node);
    ast::list<ast::dimension_level> levels(const ast::list<ast::dimension_level>& node);

    // --- instructions ---
    [[nodiscard]] bool can_give_shapes();
    [[nodiscard]] const ast::shape* operand_shape(std::string_view name);
    ast::list<ast::operand> operands(const ast::list<ast::operand>& node);
    ast::literal literal(const ast::literal& node);
    ast::float_text number(ast::float_text node);
    ast::list<ast::attribute> attributes(const ast::instruction& of);
    std::optional<ast::attribute> attribute(const ast::opcode& of, const ast::attribute& node);
    template <typename T>
    bool change(const ast::attribute&, T&)
    {
        return true;
    }
    bool change(const ast::attribute& of, ast::keyword& word);
    bool change(const ast::attribute& of, ast::keywords& words);
    bool change(const ast::attribute& of, ast::text& text);
    bool change(const ast::attribute& of, ast::shapes& shapes);
    bool change(const ast::attribute& of, ast::frontend_attributes& attributes);
    bool change(const ast::attribute& of, ast::box<ast::shape>& node);
    bool change(const ast::attribute& of, ast::box<ast::window>& node);
    bool change(const ast::attribute& of, ast::box<ast::replica_groups>& node);
    bool change(const ast::attribute& of, ast::box<ast::sharding>& node);
    bool change(const ast::attribute& of, ast::box<ast::origin>& node);
    bool change(const ast::attribute& of, ast::box<ast::domain>& node);
    bool change(const ast::attribute& of, ast::box<ast::sparsity_config>& node);
    bool change(const ast::attribute& of, ast::box<ast::shaped_literal>& node);
    bool change(const ast::attribute& of, ast::box<ast::metadata>& node);
    ast::metadata metadata(const ast::metadata& node);
    std::optional<ast::text> frontend_value(const ast::text& node);
    std::optional<ast::origin_node> origin(const ast::origin_node& node);
    std::optional<ast::shaped_literal> shaped_literal(const ast::shaped_literal& node, bool outermost);
    void rename_order(const ast::opcode& of, ast::attribute& a) const;
    void reorder(const ast::opcode& of, std::vector<ast::attribute>& attributes) const;

    // --- shardings ---
    std::optional<ast::sharding> sharding(const ast::sharding& node);
    std::optional<ast::tiled_sharding> tiled(const ast::tiled_sharding& node);
    std::optional<ast::sharding> named(const ast::sharding& node, const ast::named_sharding& form);
    std::optional<ast::mesh> mesh(const ast::mesh& node);
    std::optional<ast::list<ast::list<std::int64_t>>> listed(const ast::mesh_groups& groups);
    std::optional<std::vector<std::int64_t>> devices_of(const ast::list<std::int64_t>& reshape,
                                                        const ast::list<std::int64_t>& transpose);

    const source& said_;
    commit_time from_;
    commit_time to_;
    ast::arena& memory_;
    losses& lost_;
    bool changes_ = false;              // any text of instructions is spelled differently
    std::string_view here_;             // the place of losses
    std::size_t devices_left_;          // that may still be written out
    bool in_domain_ = false;            // shardings in a domain have no metadata
    std::optional<bool> shapes_wanted_; // whether operands get shapes
    std::unordered_map<const ast::shape*, const ast::shape*> shared_;
    std::map<std::string_view, const ast::shape*> results_; // the target's shapes, by instruction
};

} // namespace ballast::converting
