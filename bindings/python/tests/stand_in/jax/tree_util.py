"""Trees of tuples, lists and dicts."""

import types


def _children(tree):
    if isinstance(tree, dict):
        return [(types.SimpleNamespace(key=key), tree[key]) for key in sorted(tree)]
    return [(types.SimpleNamespace(idx=i), child) for i, child in enumerate(tree)]


def tree_map(function, tree, is_leaf=lambda x: False):
    if is_leaf(tree) or not isinstance(tree, (tuple, list, dict)):
        return function(tree)
    if isinstance(tree, dict):
        return {key: tree_map(function, child, is_leaf) for key, child in tree.items()}
    return type(tree)(tree_map(function, child, is_leaf) for child in tree)


def tree_flatten_with_path(tree, path=()):
    if not isinstance(tree, (tuple, list, dict)):
        return [(path, tree)], None
    return [found for key, child in _children(tree) for found in tree_flatten_with_path(child, (*path, key))[0]], None


def tree_leaves(tree, is_leaf=None):
    return [leaf for _, leaf in tree_flatten_with_path(tree)[0]]


def keystr(path):
    return "".join(f"[{getattr(key, 'key', None)!r}]" for key in path)
