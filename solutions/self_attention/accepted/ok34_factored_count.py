"""The count as n squared times both widths."""


def attention_macs(n, d_k, d_v):
    return n**2 * (d_k + d_v)


def crossover_length(d_model, d_k, d_v):
    return d_model * (1 + d_k / (d_k + d_v))
