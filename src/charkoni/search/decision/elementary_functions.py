"""Exponential, logarithm and normal quantile from additions, multiplications and divisions alone.

These round alike on every machine; the functions of a C library do not.  So a level plays the same move everywhere.
"""

import math

import numpy as np

from charkoni.core.compiler import driver

# ln 2 in two parts: k times the first one is exact for the k that occur.
_LN2_HIGH = 6.93147180369123816490e-01
_LN2_LOW = 1.90821492927058770002e-10
_ROOT_HALF = math.sqrt(0.5)
_HALVINGS = 16  # at once

# Wichura, "Algorithm AS 241: The percentage points of the normal distribution" (1988), PPND16: numerator and
# denominator, highest power first, for |p - 1/2| <= 0.425, then by r = sqrt(-ln(tail)) up to 5 and beyond.
_POLYNOMIALS = """
2509.0809287301227 33430.57558358813 67265.7709270087 45921.95393154987
13731.69376550946 1971.5909503065513 133.14166789178438 3.3871328727963665
5226.495278852854 28729.085735721943 39307.89580009271 21213.794301586597
5394.196021424751 687.1870074920579 42.31333070160091 1.0
0.0007745450142783414 0.022723844989269184 0.2417807251774506 1.2704582524523684
3.6478483247632045 5.769497221460691 4.630337846156546 1.4234371107496835
1.0507500716444169e-09 0.0005475938084995345 0.015198666563616457 0.14810397642748008
0.6897673349851 1.6763848301838038 2.053191626637759 1.0
2.0103343992922881e-07 2.7115555687434876e-05 0.0012426609473880784 0.026532189526576124
0.29656057182850487 1.7848265399172913 5.463784911164114 6.657904643501103
2.0442631033899397e-15 1.421511758316446e-07 1.8463183175100548e-05 0.0007868691311456133
0.014875361290850615 0.1369298809227358 0.599832206555888 1.0
"""
_RATIOS = np.array(_POLYNOMIALS.split(), float).reshape(3, 2, 8)
_CENTRE, _TAIL, _FAR_TAIL = range(len(_RATIOS))
_PAIRS = [list(zip(*each, strict=True)) for each in _RATIOS.tolist()]


@driver
def exp(x):
    """Return e ** x for x <= 0, with a relative error of about 1e-16."""
    x = float(x)  # the interpreter computes with NumPy's numbers at a third of the speed
    k = int(x / math.log(2.0) - 0.5)
    if k < -1074:
        return 0.0
    rest = x - k * _LN2_HIGH - k * _LN2_LOW
    value = 1.0
    for n in range(14, 0, -1):  # Taylor: |rest| is at most ln(2) / 2
        value = 1.0 + value * rest / n
    while k <= -_HALVINGS:
        value *= 0.5**_HALVINGS
        k += _HALVINGS
    for _ in range(-k):
        value *= 0.5
    return value


@driver
def log(x):
    """Return the natural logarithm of a number, 0 < x <= 1."""
    k = 0
    while x < _ROOT_HALF:
        x *= 2.0
        k += 1
    # ln x = 2 artanh((x - 1) / (x + 1)); the argument is at most 0.172.
    ratio = (x - 1.0) / (x + 1.0)
    square = ratio * ratio
    value = 0.0
    for n in range(25, 0, -2):
        value = value * square + 1.0 / n
    return 2.0 * ratio * value - k * _LN2_HIGH - k * _LN2_LOW


@driver
def normal_quantile(p):
    """Return the number that a standard normal variable does not exceed with probability p, 0 < p < 1."""
    q = p - 0.5
    if abs(q) <= 0.425:
        return _ratio(_CENTRE, 0.180625 - q * q, q)
    r = math.sqrt(-log(p if q <= 0.0 else 1.0 - p))
    x = _ratio(_TAIL, r - 1.6, 1.0) if r <= 5.0 else _ratio(_FAR_TAIL, r - 5.0, 1.0)
    return -x if q < 0.0 else x


def _ratio(which, x, factor):
    """Return the value of a rational function, times a factor, by Horner's rule."""
    numerator = denominator = 0.0
    for above, below in _PAIRS[which]:
        numerator = numerator * x + above
        denominator = denominator * x + below
    return numerator * factor / denominator


@driver(by_library=_ratio)
def ratio_in_kernel(which, x, factor):
    """Return the same as `_ratio`, from an array."""
    numerator = 0.0
    denominator = 0.0
    for i in range(_RATIOS.shape[2]):
        numerator = numerator * x + _RATIOS[which, 0, i]
        denominator = denominator * x + _RATIOS[which, 1, i]
    return numerator * factor / denominator
