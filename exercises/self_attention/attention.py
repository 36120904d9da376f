# %% [markdown]
# # Self-attention in numpy
#
# One token is one row. Fill in the functions from top to bottom; each step has a cell of its own.
# Letters: `n` tokens, `d_model` numbers a token, `d_k` numbers a query or key, `d_v` numbers a value.
#
# 토큰 하나가 한 행이에요. 위에서부터 함수를 하나씩 채우세요. 단계마다 셀이 하나씩 있어요.
# 기호: `n` 토큰 수, `d_model` 모델 차원, `d_k` 쿼리와 키의 차원, `d_v` 값의 차원.

# %%
"""Self-attention in eight steps and five bonus steps, one function after another, in numpy alone."""
import math

import numpy as np

Array = np.ndarray

# %% [markdown]
# ## 1. Embedding
#
# `X`: row `t` is the vector of token `t`. Ids count from 0; the order of the tokens stays.
#
# `X`의 `t`번째 행은 `t`번째 토큰의 벡터예요. id는 0부터 세고, 토큰의 순서는 그대로 둬요.

# %%
def embed(token_ids: Array, E: Array) -> Array:
    """Look up the vector of every token of a sentence.

    token_ids: (n,) whole numbers from 0 to vocab - 1, one a token.
    E: (vocab, d_model), one row for each word of the vocabulary.
    Returns X: (n, d_model), one row for each token of the sentence.

        X[t, c] = E[token_ids[t], c]

    Two tokens, a vocabulary of three words:

    >>> E = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> embed(np.array([2, 0]), E)
    array([[5., 6.],
           [1., 2.]])

    Changes neither argument and prints nothing. Next hint: grader hint embedding
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 2. Query, key, value
#
# $Q = XW_Q,\; K = XW_K,\; V = XW_V$: three linear maps of the *same* X, none made from another.
#
# 쿼리, 키, 값은 *같은* X에 서로 다른 가중치 행렬을 곱해 만들어요. 하나에서 다른 하나를 만들지 않아요.

# %%
def project_qkv(X: Array, W_Q: Array, W_K: Array, W_V: Array) -> tuple[Array, Array, Array]:
    """Make the queries, the keys and the values of all tokens.

    X: (n, d_model), one row a token.
    W_Q, W_K: (d_model, d_k) and W_V: (d_model, d_v), learned; a column makes one number.
    Returns Q: (n, d_k), K: (n, d_k) and V: (n, d_v), in this order, row t for token t.

        Q[t, c] = the sum of X[t, m] times W_Q[m, c] over m = 0, 1, ..., d_model - 1
        and the same with W_K for K, with W_V for V

    Two tokens with d_model = d_k = 2 and d_v = 1:

    >>> X = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> W_Q, W_K, W_V = np.array([[1, 0], [0, 1]]), np.array([[0, 1], [1, 0]]), np.array([[1], [-1]])
    >>> for M in project_qkv(X, W_Q, W_K, W_V):
    ...     print(M.tolist())
    [[1.0, 2.0], [3.0, 4.0]]
    [[2.0, 1.0], [4.0, 3.0]]
    [[-1.0], [-1.0]]

    Changes no argument and prints nothing. Next hint: grader hint projection
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 3. Scores
#
# $S = QK^\top$: row `i` is a query, column `j` a key. A score is not a probability and may be negative.
#
# 행 `i`는 쿼리, 열 `j`는 키예요. 스코어는 확률이 아니며 음수일 수 있어요.
#
# ![A dot product is not a cosine](images/scores-dot-product.en.svg) ![내적은 코사인이 아니다](images/scores-dot-product.ko.svg)

# %%
def attention_scores(Q: Array, K: Array) -> Array:
    """Score every query against every key by their dot product.

    Q: (n_q, d_k), one row a query.
    K: (n_k, d_k), one row a key; n_k need not be n_q.
    Returns S: (n_q, n_k), one row a query, one column a key.

        S[i, j] = Q[i, 0] K[j, 0] + Q[i, 1] K[j, 1] + ... + Q[i, d_k - 1] K[j, d_k - 1]

    Two tokens with d_k = 2:

    >>> Q, K = np.array([[1.0, 2.0], [3.0, 0.0]]), np.array([[4.0, 1.0], [0.0, 5.0]])
    >>> attention_scores(Q, K)
    array([[ 6., 10.],
           [12.,  0.]])

    Changes neither argument and prints nothing. Next hint: grader hint scores
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 4. Scaling
#
# $S' = S/\sqrt{d_k}$: a dot product of `d_k` terms spreads like $\sqrt{d_k}$. `d_k` is the width of a key,
# not the number of tokens.
#
# 항이 `d_k`개인 내적의 퍼짐은 $\sqrt{d_k}$에 비례해요. `d_k`는 키의 차원이지 토큰 수가 아니에요.
#
# ![Without √d_k, softmax saturates](images/scaling-saturation.en.svg) ![√d_k로 나누지 않으면 포화된다](images/scaling-saturation.ko.svg)

# %%
def scale_scores(S: Array, d_k: int) -> Array:
    """Bring the scores back to a spread that does not depend on the width of the keys.

    S: (n_q, n_k), one row a query, one column a key; whole numbers are welcome.
    d_k: how many numbers a key has (not to be read from the shape of S).
    Returns S': (n_q, n_k), the scaled scores.

        S'[i, j] = S[i, j] divided by the square root of d_k

    Two tokens with d_k = 4:

    >>> scale_scores(np.array([[4, 8], [0, -2]]), 4)
    array([[ 2.,  4.],
           [ 0., -1.]])

    S stays as it was; nothing is printed. Next hint: grader hint scaling
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 5. Softmax
#
# $A_{ij} = e^{S_{ij}} / \sum_k e^{S_{ik}}$: each *row* sums to 1. $e^{1000}$ overflows, yet softmax of 1000
# is harmless: adding one number to a whole row changes nothing.
#
# *행*마다 합이 1이에요. $e^{1000}$은 오버플로를 일으키지만, 한 행 전체에 같은 수를 더해도 소프트맥스는 그대로예요.
#
# ![Each row sums to 1](images/softmax-rows.en.svg) ![행마다 합이 1이다](images/softmax-rows.ko.svg)

# %%
def softmax(S: Array) -> Array:
    """Turn every row of scores into weights that are positive and sum to 1.

    S: (n_q, n_k), one row a query, one column a key. Whole numbers, scores of 1000 and -1000, and
    -inf (which gets the weight 0) are all welcome; float32 scores keep at least their precision.
    Returns A: (n_q, n_k), the attention weights, in the same order. No nan may appear.

        A[i, j] = e^S[i, j] / (e^S[i, 0] + e^S[i, 1] + ... + e^S[i, n_k - 1])

    Two tokens; e to the power of ln 3 is 3, so the first row weighs 1 to 3:

    >>> softmax(np.array([[0.0, math.log(3)], [7.0, 7.0]])).round(6)
    array([[0.25, 0.75],
           [0.5 , 0.5 ]])

    S stays as it was; nothing is printed. Next hint: grader hint softmax
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 6. Combining the values
#
# $O = AV$: output `i` mixes *all* value vectors, each by its weight in row `i` of A.
#
# 출력 `i`는 *모든* 값 벡터를 A의 `i`번째 행의 가중치로 섞은 가중합이에요.
#
# ![Every token looks at every token](images/combine-tokens.en.svg) ![모든 토큰이 모든 토큰을 본다](images/combine-tokens.ko.svg)

# %%
def combine_values(A: Array, V: Array) -> Array:
    """Mix the value vectors into one output vector for each query.

    A: (n_q, n_k), weights; row i says how much query i takes from each key.
    V: (n_k, d_v), one row a value.
    Returns O: (n_q, d_v), one row a query.

        O[i, c] = A[i, 0] V[0, c] + A[i, 1] V[1, c] + ... + A[i, n_k - 1] V[n_k - 1, c]

    Two tokens with d_v = 2; the first output is a quarter of (8, 0) and three quarters of (4, 2):

    >>> combine_values(np.array([[0.25, 0.75], [0.5, 0.5]]), np.array([[8.0, 0.0], [4.0, 2.0]]))
    array([[5. , 1.5],
           [6. , 1. ]])

    Changes neither argument and prints nothing. Next hint: grader hint combine
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 7. Attention, the whole formula
#
# $\mathrm{Attention}(Q,K,V) = \mathrm{softmax}(QK^\top/\sqrt{d_k})\,V$: the five steps above in a row.
# Leave `mask` alone until bonus step 9.
#
# 위의 단계를 차례로 이으면 돼요. `mask`는 보너스 9단계까지 쓰지 않아도 돼요.
#
# ![Scaled dot-product attention, with shapes](images/attention-flow.en.svg) ![스케일드 닷-프로덕트 어텐션과 shape](images/attention-flow.ko.svg)

# %%
def scaled_dot_product_attention(Q: Array, K: Array, V: Array, mask: Array | None = None) -> tuple[Array, Array]:
    """Let every query attend to every key, and return what it gathers and how.

    Q: (n_q, d_k), one row a query.  K: (n_k, d_k), one row a key.  V: (n_k, d_v), one row a value.
    mask: (n_q, n_k) of bool, True where query i may attend to key j; None means everywhere.
        It may stay unused until bonus step 9 (mask).
    Returns O: (n_q, d_v), the outputs, and A: (n_q, n_k), the weights, in this order.

        A[i, j] = the weight that softmax gives to the scaled score of query i and key j
        O[i, c] = the sum of A[i, j] V[j, c] over j = 0, 1, ..., n_k - 1

    Two tokens with d_k = 4; the score of query 0 and key 1 is 2 ln 3, scaled ln 3:

    >>> Q = np.array([[2 * math.log(3), 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    >>> K = np.array([[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
    >>> O, A = scaled_dot_product_attention(Q, K, np.array([[8.0, 0.0], [4.0, 2.0]]))
    >>> A.round(6)
    array([[0.25, 0.75],
           [0.5 , 0.5 ]])
    >>> O.round(6)
    array([[5. , 1.5],
           [6. , 1. ]])

    Changes no argument and prints nothing. Next hint: grader hint attention
    """
    # YOUR CODE HERE
    raise NotImplementedError()


def self_attention(
    X: Array, W_Q: Array, W_K: Array, W_V: Array, mask: Array | None = None
) -> tuple[Array, Array]:
    """Let the tokens of one sentence attend to one another.

    X: (n, d_model), one row a token.  W_Q, W_K: (d_model, d_k).  W_V: (d_model, d_v).
    mask: (n, n) of bool, True where token i may attend to token j; None means everywhere.
        It may stay unused until bonus step 9 (mask).
    Returns O: (n, d_v), the outputs, and A: (n, n), the weights, in this order.

        O[i], A[i] = what query i gathers from the keys and values of the same X, and how

    Two tokens, one-hot, so that row t of each map is the query, key or value of token t:

    >>> W_Q = np.array([[2 * math.log(3), 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    >>> W_K = np.array([[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
    >>> O, A = self_attention(np.eye(2), W_Q, W_K, np.array([[8.0, 0.0], [4.0, 2.0]]))
    >>> O.round(6)
    array([[5. , 1.5],
           [6. , 1. ]])

    Changes no argument, keeps nothing between calls and prints nothing. Next hint: grader hint attention
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 8. Complexity
#
# Doubling `n` makes four times as many scores: $O(n^2)$ with the widths held fixed. Count multiply-adds
# (one multiplication and one addition) exactly; measured time only illustrates.
#
# 토큰 수 `n`이 2배가 되면 스코어 행렬의 칸은 4배가 돼요. 차원을 고정하면 $O(n^2)$이에요. 곱셈-덧셈의 수는 정확히 세요.
#
# ![Twice the tokens, four times the scores](images/complexity-growth.en.svg) ![토큰이 2배이면 스코어는 4배](images/complexity-growth.ko.svg)

# %%
def attention_macs(n: int, d_k: int, d_v: int) -> int:
    """Count the multiply-adds of the two matrix products in attention over n tokens.

    n: tokens.  d_k: numbers a query or key.  d_v: numbers a value.
    Returns an exact whole number; softmax, scaling and the projections are not counted.

        each entry of S takes d_k multiply-adds; each entry of O takes n of them

    Two tokens with d_k = 4 and d_v = 3: S has 2 x 2 entries, O has 2 x 3.

    >>> attention_macs(2, 4, 3)
    28

    Prints nothing. Next hint: grader hint complexity
    """
    # YOUR CODE HERE
    raise NotImplementedError()


def growth_exponent(ns: Array, costs: Array) -> float:
    """Estimate p in cost = c n^p: the slope of the straight line through (ln n, ln cost).

    ns: (m,) positive sizes, at least two different ones, in any order.
    costs: (m,) positive, the cost at each size.
    Returns the slope of the least-squares line through all m points.

        with x = ln n and y = ln cost: the sum of (x - mean x)(y - mean y) over the sum of (x - mean x)^2

    Two sizes; twice as many tokens cost four times as much:

    >>> round(growth_exponent(np.array([2, 4]), np.array([12, 48])), 6)
    2.0

    Changes neither argument and prints nothing. Next hint: grader hint complexity
    """
    # YOUR CODE HERE
    raise NotImplementedError()


def crossover_length(d_model: int, d_k: int, d_v: int) -> float:
    """Say at which n the two products of attention cost as many multiply-adds as the projections.

    d_model, d_k, d_v: the widths of a token, of a query or key, and of a value.
    Returns n, rarely a whole number: below it the projections cost more, above it the scores and the mixing.

        at this n: attention_macs(n, d_k, d_v) = the multiply-adds of Q, K and V together,
        and each entry of Q, K and V takes d_model of them

    With all widths 4, two tokens are far below it:

    >>> crossover_length(4, 4, 4)
    6.0

    Prints nothing. Next hint: grader hint complexity
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 9. Bonus: mask
#
# True means *may attend*. A hidden score must lose before softmax, so that the rest of its row still sums to 1.
# Then use `mask` in step 7.
#
# True는 *볼 수 있음*이에요. 소프트맥스 전에 가려야 남은 가중치의 합이 1이 돼요. 그다음 7단계에서 `mask`를 써요.
#
# ![A causal mask, before and after softmax](images/mask-causal.en.svg) ![인과 마스크: 소프트맥스 전과 후](images/mask-causal.ko.svg)

# %%
def causal_mask(n: int) -> Array:
    """Allow each of n tokens to attend to itself and to what came before it.

    n: tokens.
    Returns a mask: (n, n) of bool, row i the token that looks, column j the token looked at.

        mask[i, j] is True if j <= i, else False

    Two tokens:

    >>> causal_mask(2)
    array([[ True, False],
           [ True,  True]])

    Prints nothing. Next hint: grader hint mask
    """
    # YOUR CODE HERE
    raise NotImplementedError()


def apply_mask(S: Array, mask: Array) -> Array:
    """Replace the scores that may not be used, so that softmax gives them the weight 0.

    S: (n_q, n_k), one row a query, one column a key.
    mask: (n_q, n_k) of bool, True where query i may attend to key j.
    Returns the masked scores: (n_q, n_k).

        entry [i, j] is S[i, j] if mask[i, j] is True, else lower than any score can be

    Two tokens, the first may not see the second:

    >>> apply_mask(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[True, False], [True, True]]))
    array([[  1., -inf],
           [  3.,   4.]])

    Changes neither argument and prints nothing. Next hint: grader hint mask
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 10. Bonus: multi-head attention
#
# Head `h` owns a block of neighbouring columns of Q, K and V and attends on its own; the outputs stand side by
# side and $W_O$ mixes them. Inside a head the key dimension is the head's.
#
# 헤드 `h`는 Q, K, V의 이웃한 열 묶음을 맡아 따로 어텐션을 해요. 출력을 옆으로 이어 붙이고 $W_O$로 섞어요.
# 헤드 안에서 키의 차원은 그 헤드의 차원이에요.

# %%
def split_heads(X: Array, num_heads: int) -> Array:
    """Give each head its own block of neighbouring columns.

    X: (n, num_heads * d), one row a token; head h owns the columns h * d up to (h + 1) * d - 1.
    num_heads: how many heads; it divides the number of columns.
    Returns H: (num_heads, n, d), one (n, d) matrix a head.

        H[h, t, c] = X[t, h * d + c]

    Two tokens, two heads with d = 2:

    >>> split_heads(np.array([[1, 2, 3, 4], [5, 6, 7, 8]]), 2).tolist()
    [[[1, 2], [5, 6]], [[3, 4], [7, 8]]]

    X stays as it was; nothing is printed. Next hint: grader hint multi_head
    """
    # YOUR CODE HERE
    raise NotImplementedError()


def merge_heads(H: Array) -> Array:
    """Put the heads of each token side by side again.

    H: (num_heads, n, d), one (n, d) matrix a head.
    Returns X: (n, num_heads * d), one row a token, head 0 leftmost.

        X[t, h * d + c] = H[h, t, c]

    Two tokens, two heads with d = 2:

    >>> merge_heads(np.array([[[1, 2], [5, 6]], [[3, 4], [7, 8]]])).tolist()
    [[1, 2, 3, 4], [5, 6, 7, 8]]

    H stays as it was; nothing is printed. Next hint: grader hint multi_head
    """
    # YOUR CODE HERE
    raise NotImplementedError()


def multi_head_self_attention(
    X: Array, W_Q: Array, W_K: Array, W_V: Array, W_O: Array, num_heads: int
) -> Array:
    """Let several heads attend to one sentence at once, and mix what they gather.

    X: (n, d_model), one row a token.
    W_Q, W_K: (d_model, num_heads * d_k) and W_V: (d_model, num_heads * d_v), the maps of all heads side by side.
    W_O: (num_heads * d_v, d_model), mixes the heads.
    num_heads: how many heads.
    Returns (n, d_model), one row a token.

        head h = attention over block h of the columns of Q, K and V
        result[t] = (head 0 [t], head 1 [t], ...) side by side, then through W_O

    Two tokens, two heads; all scores are 0, so each head averages its column:

    >>> X, Z, I = np.array([[1.0, 2.0], [3.0, 4.0]]), np.zeros((2, 2)), np.eye(2)
    >>> multi_head_self_attention(X, Z, Z, I, 10 * I, 2)
    array([[20., 30.],
           [20., 30.]])

    Changes no argument and prints nothing. Next hint: grader hint multi_head
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 11. Bonus: gradient
#
# `dM` is the derivative of a loss with respect to each entry of M, so it has M's shape. Raising one score of a row
# lowers its other weights.
#
# `dM`은 손실을 M의 각 성분으로 미분한 값이므로 M과 shape이 같아요. 한 스코어를 올리면 그 행의 다른 가중치는 내려가요.

# %%
def softmax_backward(A: Array, dA: Array) -> Array:
    """Carry the gradient from the weights back to the scores that softmax took.

    A: (n_q, n_k), the weights that softmax returned, one row a query.
    dA: (n_q, n_k), the derivative of the loss with respect to each weight.
    Returns dS: (n_q, n_k), the derivative with respect to each score.

        dS[i, j] = the sum over k of dA[i, k] times the derivative of A[i, k] by S[i, j],
        which is A[i, k] (1 - A[i, k]) where k = j, and - A[i, k] A[i, j] elsewhere

    Two tokens:

    >>> softmax_backward(np.array([[0.25, 0.75], [0.5, 0.5]]), np.array([[4.0, 0.0], [1.0, 3.0]]))
    array([[ 0.75, -0.75],
           [-0.5 ,  0.5 ]])

    Changes neither argument and prints nothing. Next hint: grader hint gradient
    """
    # YOUR CODE HERE
    raise NotImplementedError()


def sdpa_backward(Q: Array, K: Array, V: Array, dO: Array) -> tuple[Array, Array, Array]:
    """Carry the gradient from the outputs of attention back to Q, K and V.

    Q: (n_q, d_k), one row a query.  K: (n_k, d_k), one row a key.  V: (n_k, d_v), one row a value.
    dO: (n_q, d_v), the derivative of the loss with respect to each entry of O (no mask).
    Returns dQ: (n_q, d_k), dK: (n_k, d_k) and dV: (n_k, d_v), in this order.

        dV[j, c] = the sum over i of dO[i, c] times the derivative of O[i, c] by V[j, c]; dQ and dK
        go further back, through the mixing, softmax, the scaling and the dot products in turn

    Two tokens with d_k = 4; the queries are 0, so both keys weigh one half:

    >>> Q, K = np.zeros((2, 4)), np.array([[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
    >>> V, dO = np.array([[8.0, 0.0], [4.0, 2.0]]), np.array([[1.0, 0.0], [0.0, 0.0]])
    >>> dQ, dK, dV = sdpa_backward(Q, K, V, dO)
    >>> dV
    array([[0.5, 0. ],
           [0.5, 0. ]])
    >>> float(dQ[0, 0])
    -0.5

    Changes no argument and prints nothing. Next hint: grader hint gradient
    """
    # YOUR CODE HERE
    raise NotImplementedError()


# %% [markdown]
# ## 12. Bonus: a batch
#
# Nothing new to write: make steps 3 to 7 work for `(..., n, d)`, any axes in front, a sentence (or a head) each.
# The last two axes are the matrix.
#
# 새 함수는 없어요. 3~7단계가 앞에 축이 더 있는 `(..., n, d)`에서도 돌아가게 고쳐요. 마지막 두 축이 행렬이에요.

# %% [markdown]
# ## 13. Bonus: attention in blocks
#
# The same O without ever holding the whole score matrix: take a few keys at a time and keep, for each query,
# the largest score so far, the sum so far and the mixture so far. This saves memory, not work.
#
# 스코어 행렬 전체를 만들지 않고 같은 O를 구해요. 키를 몇 개씩 읽으며 쿼리마다 지금까지의 최댓값, 합, 가중합을 지녀요.
# 줄어드는 것은 메모리이지 계산량이 아니에요.

# %%
def blockwise_attention(Q: Array, K: Array, V: Array, block_size: int) -> Array:
    """Compute the outputs of attention from a few keys at a time.

    Q: (n_q, d_k), one row a query.  K: (n_k, d_k), one row a key.  V: (n_k, d_v), one row a value.
    block_size: how many keys to read at once; it need not divide n_k and may exceed it.
    Returns O: (n_q, d_v), the same as the whole formula without a mask.

        for each block of keys and query i: when the largest score so far grows, the sum and the mixture
        gathered before shrink by e^(old largest - new largest); then the block adds its share to both

    No array may hold n_q x n_k numbers (unless one block does). Two tokens, one key at a time:

    >>> Q = np.array([[2 * math.log(3), 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]])
    >>> K = np.array([[0.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]])
    >>> blockwise_attention(Q, K, np.array([[8.0, 0.0], [4.0, 2.0]]), 1).round(6)
    array([[5. , 1.5],
           [6. , 1. ]])

    Changes no argument and prints nothing. Next hint: grader hint blockwise
    """
    # YOUR CODE HERE
    raise NotImplementedError()
