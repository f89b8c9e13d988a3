"""Launches on a GPU: allocates arrays, and checks the memory around them."""
from . import driver

GUARD = 256  # bytes before and after an array, which no thread may write
PATTERN = b"\xa5" * GUARD


def launch(gpu, function, grid, arguments, block=None, im2col=()):
    """Launches once. Arguments are the bytes of a scalar, or the bytes and shape of an array. Returns the bytes of arrays
    after the launch, and None for scalars."""
    parameters, placed = [], []
    for argument in arguments:
        if isinstance(argument, bytes):
            parameters.append(argument)
            placed.append(None)
            continue
        data, shape = argument
        address = gpu.allocate(len(data) + 2 * GUARD)
        gpu.upload(address, PATTERN + data + PATTERN)
        parameters += driver.array_parameters(address + GUARD, shape)
        placed.append((address, len(data)))
    parameters += function.encode_maps(parameters)
    parameters += [function.encode_im2col(parameters[number][:8], *fields) for number, *fields in im2col]
    function.prepare(grid, parameters, block)()
    gpu.synchronize()
    after = []
    for place in placed:
        if place is None:
            after.append(None)
            continue
        address, size = place
        data = gpu.download(address, size + 2 * GUARD)
        gpu.free(address)
        if data[:GUARD] != PATTERN or data[-GUARD:] != PATTERN:
            raise RuntimeError("memory around an array was written")
        after.append(data[GUARD:-GUARD])
    return after


def make(gpu, folder, entry, modules):
    """Repeats a recorded launch."""
    key = entry["program"]
    if key not in modules:
        modules[key] = gpu.load(folder.get(key))
    arguments = [bytes.fromhex(a["scalar"]) if "scalar" in a else (folder.get(a["array"]), a["shape"])
                 for a in entry["arguments"]]
    return launch(gpu, modules[key].function(entry["kernel"]), entry["grid"], arguments, (entry["threads"], 1, 1),
                  entry.get("im2col", ()))
