"""Every variant of the corpus gives the numbers of its oracle."""
import pytest

import kit
from schedules import variants


CASES = [pytest.param(variant, id=variant.name, marks=[pytest.mark.operands(variant.operands)] if variant.operands else [])
         for variant in variants.VARIANTS.values()]


@pytest.mark.parametrize("variant", CASES)
def test_numbers(target, rng, variant):
    """At -O3 and interpreted: nothing of a schedule is left at -O0, where programs with such tiles take long."""
    if target.level != kit.LEVELS[-1] and not isinstance(target.backend, kit.Interpreter):
        pytest.skip("a schedule is made at -O3")
    if variants.family(target.arch) not in variant.archs:
        pytest.skip("the tuner tries other tiles on this target")
    variant.run(target, rng)
