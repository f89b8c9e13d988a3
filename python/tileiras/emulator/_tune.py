"""cuda.tile.tune without a clock: a tuner's many repetitions tell nothing where the GPU is emulated.

Each configuration is launched once, so that its results and mistakes are seen, and the best one is that which the emulator ran
in the least time, which grows with its instructions. On a GPU another one may be the fastest."""
import sys
import time

_said = False


def _say_once(count):
    global _said
    if not _said:
        print(f"tileiras: cuda.tile.tune ran each of {count} configurations once on the emulator; its times say nothing of a GPU",
              file=sys.stderr)
    _said = True


def install(module):
    """Replaces the search of cuda.tile.tune._tune."""
    Kernel, Measurement, Result = module.TileKernel, module.Measurement, module.TuningResult

    def measure(configuration, stream, grid, kernel, arguments, hints):
        from cuda.tile import launch
        chosen = (kernel if isinstance(kernel, Kernel) else kernel(configuration)).replace_hints(**hints)
        begin = time.perf_counter()
        launch(stream, grid, chosen, arguments)
        return Measurement(config=configuration, mean_us=(time.perf_counter() - begin) * 1e6, num_samples=1,
                           error_margin_us=0.0)

    def exhaustive_search(search_space, stream, grid_fn, kernel, args_fn, hints_fn=None, *, quiet=False, **_):
        if not len(search_space):
            raise ValueError("Search space is empty.")
        successes, failures = [], []
        for configuration in search_space:
            try:
                successes.append(measure(configuration, stream, grid_fn(configuration), kernel, args_fn(configuration),
                                         hints_fn(configuration) if hints_fn else {}))
            except Exception as error:
                failures.append((configuration, type(error), str(error)))
        if not successes:
            raise ValueError(f"No valid config found: {failures[0][1].__name__}: {failures[0][2]}")
        if not quiet:
            _say_once(len(search_space))
        return Result(best=min(successes, key=lambda each: each.mean_us), successes=successes, failures=failures)

    exhaustive_search.__doc__ = module.exhaustive_search.__doc__
    module.exhaustive_search = exhaustive_search
