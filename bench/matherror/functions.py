"""The measured operations of Tile IR, their exact functions, and the bounds that CUDA documents."""
import dataclasses

# CUDA C++ Programming Guide, "Mathematical Functions", "Standard Functions": the largest distance from the correctly
# rounded result, in units in the last place, of single and double precision, where nothing asks for fast mathematics.
SOURCE = "https://docs.nvidia.com/cuda/cuda-c-programming-guide/index.html#standard-functions"


@dataclasses.dataclass(frozen=True)
class Function:
    """`exact` is the name of NumPy's function (oracles.py). f32 operands with exponents in `dense` are the interesting
    ones: the results are neither constant nor the operand, nor like those of operands with another exponent. With
    `one_sign` negative ones give the same results except for the sign, or NaN. `usual` is the magnitude of usual
    operands, first and second."""
    name: str
    exact: str
    bound_f32: int | None
    bound_f64: int | None
    dense: tuple = ()
    one_sign: bool = True
    operands: int = 1
    usual: tuple = (8.0,)

    def bound(self, kind):
        return self.bound_f32 if kind == "f32" else self.bound_f64


FUNCTIONS = {f.name: f for f in [
    Function("exp", "exp", 2, 1, (-5, 6), one_sign=False, usual=(750.0,)),
    Function("exp2", "exp2", 2, 1, (-5, 7), one_sign=False, usual=(1080.0,)),
    Function("log", "log", 1, 1, (-3, 3)),
    Function("log2", "log2", 1, 1, (-3, 3)),
    Function("sin", "sin", 2, 2, (-7, 17)),
    Function("cos", "cos", 2, 2, (-7, 17)),
    Function("tan", "tan", 4, 2, (-7, 17)),
    Function("sinh", "sinh", 3, 2, (-7, 6), usual=(715.0,)),
    Function("cosh", "cosh", 2, 1, (-7, 6), usual=(715.0,)),
    Function("tanh", "tanh", 2, 1, (-7, 4), usual=(20.0,)),
    Function("sqrt", "sqrt", 0, 0, (0, 1)),
    Function("rsqrt", "rsqrt", 2, 1, (0, 1)),
    Function("fpowf", "power", 4, 2, operands=2, usual=(30.0, 30.0)),
    Function("atan2", "arctan2", 3, 2, operands=2, usual=(4.0, 4.0)),
    Function("remf", "fmod", 0, 0, operands=2, usual=(1000.0, 4.0)),
]}
