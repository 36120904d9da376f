"""Counts written as (d_k + d_v) pairs, exactly, and the crossover as a fraction."""
from fractions import Fraction


def attention_macs(n, d_k, d_v):
    pairs = n**2
    return sum(pairs * width for width in (d_k, d_v))


def crossover_length(d_model, d_k, d_v):
    return float(Fraction(d_model * d_k + d_model * d_k + d_model * d_v, d_k + d_v))
