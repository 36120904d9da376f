"""Names that learners bring along from other libraries, and the names that numpy has."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["ARRAY_NAMES", "FUNCTION_NAMES", "MODULES", "OF_OTHER_LIBRARIES"]

OF_OTHER_LIBRARIES: Mapping[str, str] = {
    "bmm": "@",
    "cat": "np.concatenate",
    "chunk": "np.split",
    "contiguous": "np.ascontiguousarray",
    "cpu": "np.asarray",
    "detach": "np.asarray",
    "double": ".astype(float)",
    "expand": "np.broadcast_to",
    "float": ".astype(float)",
    "from_numpy": "np.asarray",
    "half": ".astype(np.float16)",
    "long": ".astype(int)",
    "masked_fill": "np.where",
    "masked_fill_": "np.where",
    "mm": "@",
    "numel": ".size",
    "numpy": "np.asarray",
    "permute": ".transpose",
    "product": "np.prod",
    "range": "np.arange",
    "reduce_max": "np.max",
    "reduce_mean": "np.mean",
    "reduce_sum": "np.sum",
    "t": ".T",
    "tensor": "np.array",
    "to": ".astype",
    "type": ".astype",
    "unsqueeze": "np.expand_dims",
}
"""A name of another library -> what does the same in numpy."""

FUNCTION_NAMES = tuple(
    """abs absolute all any append apply_along_axis arange argmax argmin argsort array array_split asarray average
    bool_ broadcast_to ceil clip column_stack concatenate copy cos cumsum diag diagonal diff divide dot dstack e einsum
    empty empty_like equal exp exp2 expand_dims expm1 eye finfo fill_diagonal flip float32 float64 floor full full_like
    greater hstack identity inf inner int64 isclose isfinite isinf isnan linalg linspace log log10 log1p log2
    logical_and logical_not logical_or matmul max maximum mean median meshgrid min minimum moveaxis multiply nan
    nan_to_num ndarray newaxis ones ones_like outer pi power prod ravel repeat reshape round shape sign sin sort split
    sqrt square squeeze stack std subtract sum swapaxes take tanh tensordot tile transpose tri tril triu unique var
    vstack where zeros zeros_like""".split()
)
"""The functions and constants of numpy that an exercise may want."""

ARRAY_NAMES = tuple(
    """T all any argmax argmin argsort astype clip copy cumsum diagonal dot dtype fill flatten item max mean min ndim
    nonzero prod ravel repeat reshape round shape size sort squeeze std strides sum swapaxes take tobytes tolist trace
    transpose var view""".split()
)
"""The attributes of an array."""

MODULES: Mapping[str, str] = {
    "F": "import torch.nn.functional as F",
    "math": "import math",
    "np": "import numpy as np",
    "numpy": "import numpy",
    "scipy": "import scipy",
    "tf": "import tensorflow as tf",
    "torch": "import torch",
}
"""A module's usual name -> the line that gives it."""
