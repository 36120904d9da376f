"""The root as a power of one half."""


def scale_scores(S, d_k):
    return S * d_k**-0.5
