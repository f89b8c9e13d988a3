"""cupy.random: the distributions that CuPy has, with NumPy's generators. A seed gives the same numbers in each run, but
not those of CuPy."""
import numpy as _np

from cupy._missing import missing as _missing
from cupy._ndarray import to_device as _to_device, to_host as _to_host

_DISTRIBUTIONS = ("beta binomial chisquare dirichlet exponential f gamma geometric hypergeometric laplace logistic "
                  "lognormal logseries multivariate_normal negative_binomial noncentral_chisquare noncentral_f normal pareto "
                  "permutation poisson power rayleigh standard_cauchy standard_exponential standard_gamma standard_normal "
                  "standard_t triangular uniform vonmises wald weibull zipf choice").split()
_GENERATOR = [*_DISTRIBUTIONS, "integers", "random"]
_LEGACY = [*_DISTRIBUTIONS, "gumbel", "rand", "randint", "randn", "random_sample"]


class _Source:
    """A generator of NumPy whose arrays are made on the device."""

    def __init__(self, source):
        self._source = source

    def shuffle(self, a):
        """Changes the order of an array's rows, in place."""
        self._source.shuffle(a.numpy())

    def _draw(self, name, arguments, keywords):
        keywords = {key: _to_host(value) for key, value in keywords.items()}
        return _to_device(_np.asarray(getattr(self._source, name)(*map(_to_host, arguments), **keywords)))


class Generator(_Source):
    """As numpy.random.Generator. Make one with `default_rng`."""

    __getattr__ = staticmethod(_missing("cupy.random.Generator"))


class RandomState(_Source):
    """Like numpy.random.RandomState; each distribution accepts a `dtype`, as CuPy's do."""

    def __init__(self, seed=None, method=None):
        super().__init__(_np.random.RandomState(seed))

    def seed(self, seed=None):
        """Restarts the sequence."""
        self._source.seed(seed)

    def _draw(self, name, arguments, keywords):
        dtype = None if name == "randint" else keywords.pop("dtype", None)
        drawn = super()._draw(name, arguments, keywords)
        return drawn if dtype is None else drawn.astype(dtype)

    __getattr__ = staticmethod(_missing("cupy.random.RandomState"))


def _distribution(name):
    def draw(self, *arguments, **keywords):
        return self._draw(name, arguments, keywords)

    draw.__name__, draw.__doc__ = name, f"As NumPy's {name}, on the device."
    return draw


for _kind, _names in ((Generator, _GENERATOR), (RandomState, _LEGACY)):
    for _name in _names:
        setattr(_kind, _name, _distribution(_name))

_state = RandomState()


def _module_function(name):
    def draw(*arguments, **keywords):
        return getattr(_state, name)(*arguments, **keywords)

    draw.__name__, draw.__doc__ = name, f"As NumPy's {name}, on the device."
    return draw


for _name in [*_LEGACY, "seed", "shuffle"]:
    globals()[_name] = _module_function(_name)
random = sample = ranf = random_sample  # noqa: F821  made above


def default_rng(seed=None):
    """A new Generator."""
    return Generator(_np.random.default_rng(seed))


def get_random_state():
    """The generator of this module's functions."""
    return _state


__getattr__ = _missing("cupy.random")
