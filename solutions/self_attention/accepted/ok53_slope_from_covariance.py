"""The slope as a covariance over a variance."""
import numpy as np


def growth_exponent(ns, costs):
    table = np.cov(np.log(ns), np.log(costs))
    return table[0, 1] / table[0, 0]
