"""Hooks a program's imports: before a module is looked for, or when it has been loaded.

This depends only on the import system: Python may run it at its start.
"""
import sys


class _ChangingLoader:
    """Loads a module as it is, then changes it."""

    def __init__(self, loader, changes):
        self._loader, self._changes = loader, changes

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module):
        self._loader.exec_module(module)
        for change in self._changes:
            change(module)


class _Finder:
    def __init__(self):
        self.before, self.after, self.instead = {}, {}, {}

    def _find_by_others(self, *asked):
        specs = (finder.find_spec(*asked) for finder in sys.meta_path if finder is not self)
        return next((spec for spec in specs if spec is not None), None)

    def find_spec(self, name, path=None, target=None):
        act = self.before.get(name)
        if act:
            act()
        if name in self.instead:
            return self.instead[name](name)
        changes = self.after.get(name)
        spec = self._find_by_others(name, path, target) if changes else None
        if spec is not None and spec.loader is not None:
            spec.loader = _ChangingLoader(spec.loader, changes)
        return spec


_finder = _Finder()


def _install():
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)


def before(name, act):
    """Calls `act()` each time a module of that name is looked for."""
    _install()
    _finder.before[name] = act


def after(name, change):
    """Calls `change(module)` when the module of that name has been loaded; at once where it has been already."""
    if name in sys.modules:
        change(sys.modules[name])
        return
    _install()
    changes = _finder.after.setdefault(name, [])
    if change not in changes:
        changes.append(change)


def instead(name, find):
    """`find(name)` gives the spec of the module that is loaded instead of the module of that name."""
    _install()
    _finder.instead[name] = find
