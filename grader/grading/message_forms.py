"""The forms in which Python and numpy complain, as patterns: with holes for lengths, shapes, names, dtypes, operators.

A hole takes a few digits or one name, so that a message of such a form cannot carry the numbers of an array.
"""

from __future__ import annotations

import functools
import re

__all__ = ["FORMS", "filled"]

_HOLES = {
    "n": r"-?[0-9]{1,3}",  # a length, an index, a number of things
    "s": r"\((?:(?:[0-9]{1,3}|newaxis)(?:, ?(?:[0-9]{1,3}|newaxis)){0,4},?)?\)",  # a shape
    "d": r"(?:dtype\('[<>|=]?[a-zA-Z][a-z]{0,9}[0-9]{0,3}'\)|[a-z]{1,10}[0-9]{0,3})",  # a dtype
    "o": r"[-+*/@%<>=&|^~]{1,3}",  # an operator
    "w": r"([A-Za-z_<][\w.<>]{0,59})",  # a name
    "p": r"([^'\n]{1,200})",  # a path that the file has
}

FORMS = """
operands could not be broadcast together with shapes <s>{| <s>}{| <s>}{| }
operands could not be broadcast together with remapped shapes [original->remapped]: <s>{|->}{|<s>}{| <s>}{|->}{|<s>}\
{| |  and requested shape }{|<s>}
non-broadcastable output operand with shape <s> doesn't match the broadcast shape <s>
could not broadcast input array from shape <s> into shape <s>
shape mismatch: objects cannot be broadcast to a single shape
shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between arg <n> with shape <s> and arg <n> \
with shape <s>.
shape mismatch: value array of shape <s> could not be broadcast to indexing result of shape <s>
shape mismatch: indexing arrays could not be broadcast together with shapes <s> <s>{| <s>}{| }
shapes <s> and <s> not aligned: <n> (dim <n>) != <n> (dim <n>)
<w>: Input operand <n> has a mismatch in its core dimension <n>, with gufunc signature \
{(n?,k),(k,m?)->(n?,m?)|(i),(i)->()|(m,m),(m)->(m)|(m,m),(m,n)->(m,n)} (size <n> is different from <n>)
matmul: Input operand <n> does not have enough dimensions (has <n>, gufunc core with signature \
(n?,k),(k,m?)->(n?,m?) requires <n>)
cannot reshape array of size <n> into shape <s>
axes don't match array
{|<w>: }axis <n> is out of bounds for array of dimension <n>
index <n> is out of bounds for axis <n> with size <n>
too many indices for array: array is <n>-dimensional, but <n> were indexed
boolean index did not match indexed array along {dimension|axis} <n>; {dimension|size of axis} is <n> but \
{corresponding boolean dimension|size of corresponding boolean axis} is <n>
arrays used as indices must be of integer (or boolean) type
only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices
only integer scalar arrays can be converted to a scalar index
only {size-1|length-1|0-dimensional} arrays can be converted to Python scalars
The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()
setting an array element with a sequence.
setting an array element with a sequence. The requested array has an inhomogeneous shape after <n> dimensions. The \
detected shape was <s> + inhomogeneous part.
all the input array dimensions except for the concatenation axis must match exactly, but along dimension <n>, the \
array at index <n> has size <n> and the array at index <n> has size <n>
all the input arrays must have same number of dimensions, but the array at index <n> has <n> dimension(s) and the \
array at index <n> has <n> dimension(s)
all input arrays must have the same shape
need at least one array to {concatenate|stack}
array split does not result in an equal division
either both or neither of x and y should be given
{|<w>() }{arg is an empty sequence|iterable argument is empty}
zero-size array to reduction operation <w> which has no identity
Last 2 dimensions of the array must be square
<n>-dimensional array given. Array must be {|at least }{two|<n>}-dimensional
{Singular matrix|assignment destination is read-only|output array is read-only}
Cannot cast ufunc '<w>' {output|input}{| <n>} from <d> to <d> with casting rule 'same_kind'
ufunc '<w>' not supported for the input types, and the inputs could not be safely coerced to any supported types \
according to the casting rule ''safe''
ufunc '<w>' did not contain a loop with signature matching types {|(}<d>{|, <d>}{|)} -> {None|<d>}
{|float |integer |int }division {|or modulo }by zero
{|integer }modulo by zero
math {domain|range} error
cannot convert float {NaN|infinity} to integer
maximum recursion depth exceeded{| in comparison| while calling a Python object}
unsupported operand type(s) for <o>{| or pow()}: '<w>' and '<w>'
bad operand type for unary <o>: '<w>'
'<o>' not supported between instances of '<w>' and '<w>'
'<w>' object is not {callable|iterable|subscriptable|reversible|an iterator}
'<w>' object cannot be interpreted as an integer
'<w>' object does not support item {assignment|deletion}
'<w>' object has no attribute '<w>'{|. Did you mean: '<w>'?}
module '<w>' has no attribute '<w>'{|. Did you mean: '<w>'?}
object of type '<w>' has no len()
must be real number, not <w>
{list|tuple|string|range object} index out of range
{list|tuple|string} indices must be integers{| or slices}, not {|'}<w>{|'}
can only concatenate <w> (not "<w>") to <w>
can't multiply sequence by non-int of type '<w>'
cannot unpack non-iterable <w> object
not enough values to unpack (expected {|at least }<n>, got <n>)
too many values to unpack (expected <n>{|, got <n>})
name '<w>' is not defined{|. Did you mean: '<w>'?}{|. Did you forget to import '<w>'?}
cannot access local variable '<w>' where it is not associated with a value
cannot access free variable '<w>' where it is not associated with a value in enclosing scope
<w>() takes {no|<n>|from <n> to <n>} {|positional }argument{|s}{| but <n> was given| but <n> were given| (<n> given)}
<w>() missing <n> required {positional|keyword-only} argument{|s}: '<w>'{| and '<w>'}
<w>() missing <n> required {positional|keyword-only} arguments: '<w>'{|, '<w>'}{|, '<w>'}, '<w>', and '<w>'
<w>() missing <n> required {positional|keyword-only} arguments: '<w>', '<w>', and '<w>'
<w>() got an unexpected keyword argument '<w>'{|. Did you mean '<w>'?}
<w>() got multiple values for argument '<w>'
<w>() got some positional-only arguments passed as keyword arguments: '<w>'
No module named '<w>'
'<w>'
'<w>' is an invalid keyword argument for <w>()
cannot import name '<w>' from '<w>'
[Errno <n>] {Permission denied|No such file or directory|Operation not permitted|Is a directory}{|: '<p>'}
a value that is too long
an array of dtype <d>
an array of <n> dimensions
a value that is nested too deeply or has too many parts
a whole number beyond 63 bits
a text that is too long
a dict with keys that are not texts
a value of type <w>
a value that cannot be read (<w>)
""".strip().splitlines()
"""One a line; `{a|b}` is one of them, `{|a}` may be left out; `<n>` and so on are the holes."""


def _pattern(form: str) -> re.Pattern[str]:
    literal = re.sub(r"[^{}|<>]+", lambda text: re.escape(text[0]), form)
    out, depth, i = "", 0, 0
    while i < len(literal):
        hole = re.match(r"<([nsdowp])>", literal[i:])
        if hole:
            out, i = out + _HOLES[hole[1]], i + 3
            continue
        sign = literal[i]
        depth += (sign == "{") - (sign == "}")
        out += {"{": "(?:", "}": ")"}.get(sign, sign if sign not in "|<>" or depth else re.escape(sign))
        i += 1
    return re.compile(out)


@functools.cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(map(_pattern, FORMS))


def filled(message: str) -> tuple[str, ...] | None:
    """The names in the holes of a message that has one of the forms; None where it has none."""
    for pattern in _patterns():
        found = pattern.fullmatch(message)
        if found is not None:
            return tuple(name for name in found.groups() if name)
    return None
