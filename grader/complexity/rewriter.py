"""Send every operation of the learner's source through a gate.

The source is parsed, and each call, operator, subscript and loop becomes a call of a gate that does the same
and counts it: `A[i] @ V` turns into `<op>("@", <get>(A, i), V)`. The names of the gates are no identifiers, so
nothing that a learner writes can collide with them; `counter.py` puts them into `builtins`. Counting on the
syntax tree instead of on bytecode gives the same figures on every version of Python.

A function is fetched by `<call>(f)` and then called in place, so learner code sees its own frames only.

Loaded beside `counter.py` in the learner's process: standard library only.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["rewrite"]

_SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.USub: "-",
    ast.UAdd: "+",
    ast.Invert: "~",
}
_FRAME_BOUND = frozenset(("super", "locals", "globals", "vars", "dir"))  # these look at the frame that calls them
_UNSEEN = frozenset(("exec", "eval"))  # run text that no gate has seen
_COSTLY_ATTRIBUTES = frozenset(("imag", "I", "H"))  # properties of arrays that build a new array

_Node = TypeVar("_Node", bound=ast.AST)


def rewrite(tree: ast.Module) -> ast.Module:
    """A copy of `tree` whose operations go through the gates; line numbers stay."""
    gated = _Rewriter().visit(copy.deepcopy(tree))
    assert isinstance(gated, ast.Module)
    return ast.fix_missing_locations(gated)


class _Rewriter(ast.NodeTransformer):
    """Children first, then the node itself. Annotations stay as they are: nothing is computed there."""

    def __init__(self) -> None:
        self.temporaries = 0

    # -- building blocks -------------------------------------------------------------------------------
    @staticmethod
    def _gate(name: str, args: Sequence[ast.expr], at: ast.AST) -> ast.expr:
        node = ast.Call(func=ast.Name(id=f"<{name}>", ctx=ast.Load()), args=list(args), keywords=[])
        for part in (node, node.func):
            ast.copy_location(part, at)
        return node

    def _index(self, key: ast.expr) -> ast.expr:
        """A subscript's key as an ordinary expression: slices become calls."""
        if isinstance(key, ast.Slice):
            none = ast.copy_location(ast.Constant(None), key)
            return self._gate("slice", [part or none for part in (key.lower, key.upper, key.step)], key)
        if isinstance(key, ast.Tuple):
            parts = [self._index(part) for part in key.elts]
            return ast.copy_location(ast.Tuple(elts=parts, ctx=ast.Load()), key)
        return key

    def _text(self, text: str, at: ast.AST) -> ast.expr:
        return ast.copy_location(ast.Constant(text), at)

    def _fields(self, node: _Node, skip: Sequence[str]) -> _Node:
        """Visit the children of `node` except those in the fields named."""
        kept = {name: getattr(node, name, None) for name in skip}
        for name in skip:
            setattr(node, name, None)
        self.generic_visit(node)
        for name, value in kept.items():
            setattr(node, name, value)
        return node

    # -- expressions -----------------------------------------------------------------------------------
    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        self.generic_visit(node)
        for keyword in node.keywords:
            if keyword.arg is None:
                keyword.value = self._gate("touch", [keyword.value], keyword.value)
        if name in _FRAME_BOUND:
            return node
        if name in _UNSEEN:
            pair = [self._gate("blind", [self._text(name, node)], node), node.func]
            both = ast.copy_location(ast.Tuple(elts=pair, ctx=ast.Load()), node)
            last = ast.copy_location(ast.Constant(1), node)
            node.func = ast.copy_location(ast.Subscript(value=both, slice=last, ctx=ast.Load()), node)
        else:
            node.func = self._gate("call", [node.func], node.func)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return self._gate("op", [self._text(_SIGNS[type(node.op)], node), node.left, node.right], node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not) or isinstance(node.operand, ast.Constant):
            return node
        return self._gate("unary", [self._text(_SIGNS[type(node.op)], node), node.operand], node)

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if len(node.ops) == 1 and type(node.ops[0]) in _SIGNS:
            sign = self._text(_SIGNS[type(node.ops[0])], node)
            return self._gate("compare", [sign, node.left, node.comparators[0]], node)
        if len(node.ops) > 1:  # a chain evaluates its middle once and may stop early: it stays a chain
            node.left = self._gate("touch", [node.left], node.left)
            node.comparators = [self._gate("touch", [part], part) for part in node.comparators]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            return self._gate("get", [node.value, self._index(node.slice)], node)
        if isinstance(node.slice, ast.Slice):  # a slice among several targets
            node.value = self._gate("touch", [node.value], node.value)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and node.attr in _COSTLY_ATTRIBUTES:
            return self._gate("touch", [node], node)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = self._gate("star", [node.value], node.value)
        return node

    def visit_YieldFrom(self, node: ast.YieldFrom) -> ast.expr:
        self.generic_visit(node)
        node.value = self._gate("star", [node.value], node.value)
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.expr:
        self.generic_visit(node)
        node.values = [v if k else self._gate("touch", [v], v) for k, v in zip(node.keys, node.values, strict=True)]
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.expr:
        self.generic_visit(node)
        node.value = self._gate("text", [node.value], node.value)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        if not node.is_async:
            node.iter = self._gate("iter", [node.iter], node.iter)
        return node

    # -- statements ------------------------------------------------------------------------------------
    def visit_For(self, node: ast.For) -> ast.stmt:
        self.generic_visit(node)
        node.iter = self._gate("iter", [node.iter], node.iter)
        return node

    def visit_While(self, node: ast.While) -> ast.stmt:
        self.generic_visit(node)
        node.test = self._gate("step", [node.test], node.test)
        return node

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        self.generic_visit(node)
        node.subject = self._gate("touch", [node.subject], node.subject)
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        kept, node.pattern = node.pattern, ast.MatchAs()  # a pattern holds constants, nothing to count
        self.generic_visit(node)
        node.pattern = kept
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        self.generic_visit(node)
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript):
            inner = target.value  # `visit_Subscript` may have wrapped it for the case of several targets
            if isinstance(target.slice, ast.Slice) and isinstance(inner, ast.Call):
                inner = inner.args[0]
            stored = self._gate("set", [node.value, inner, self._index(target.slice)], node)
            return ast.copy_location(ast.Expr(stored), node)
        if any(isinstance(part, ast.Starred) for t in node.targets for part in ast.walk(t)):
            node.value = self._gate("star", [node.value], node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        """`x[k] += v` as `t = x; u = k; t[u] = <inplace>("+", t[u], v)`: parts are evaluated once, in order."""
        sign = self._text(_SIGNS[type(node.op)], node)
        value = self.visit(node.value)
        target = node.target
        if isinstance(target, ast.Name):
            old = ast.copy_location(ast.Name(id=target.id, ctx=ast.Load()), target)
            new = self._gate("inplace", [sign, old, value], node)
            return [ast.copy_location(ast.Assign(targets=[target], value=new), node)]
        before = []

        def keep(expression: ast.expr) -> ast.expr:
            self.temporaries += 1
            name = f"<t{self.temporaries}>"
            store = ast.copy_location(ast.Name(id=name, ctx=ast.Store()), node)
            before.append(ast.copy_location(ast.Assign(targets=[store], value=expression), node))
            return ast.copy_location(ast.Name(id=name, ctx=ast.Load()), node)

        owner = keep(self.visit(target.value))
        if isinstance(target, ast.Subscript):
            key = keep(self._index(self.visit(target.slice)))
            new = self._gate("inplace", [sign, self._gate("get", [owner, key], node), value], node)
            after: ast.stmt = ast.Expr(self._gate("set", [new, owner, key], node))
        else:
            now = ast.copy_location(ast.Attribute(value=owner, attr=target.attr, ctx=ast.Load()), node)
            new = self._gate("inplace", [sign, now, value], node)
            place = ast.copy_location(ast.Attribute(value=owner, attr=target.attr, ctx=ast.Store()), node)
            after = ast.Assign(targets=[place], value=new)
        return [*before, ast.copy_location(after, node)]

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        out: list[ast.stmt] = []
        for target in node.targets:
            self.visit(target)
            if isinstance(target, ast.Subscript):
                inner = target.value
                if isinstance(target.slice, ast.Slice) and isinstance(inner, ast.Call):
                    inner = inner.args[0]
                gone: ast.stmt = ast.Expr(self._gate("delete", [inner, self._index(target.slice)], node))
            else:
                gone = ast.Delete(targets=[target])
            out.append(ast.copy_location(gone, node))
        return out

    # -- what carries annotations ----------------------------------------------------------------------
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        return self._fields(node, ["annotation"])

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        self._fields(node, ["returns"])
        node.decorator_list = [self._gate("call", [d], d) for d in node.decorator_list]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        self.generic_visit(node)
        node.decorator_list = [self._gate("call", [d], d) for d in node.decorator_list]
        return node
