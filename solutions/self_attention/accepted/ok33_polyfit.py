"""The exponent by a fit of degree 1."""
import numpy as np


def growth_exponent(ns, costs):
    slope, _ = np.polyfit(np.log10(ns), np.log10(costs), 1)
    return float(slope)
