# RUN: rm -rf %t && mkdir -p %t
# RUN: cp -r %source/python/tileiras %t/tileiras
# RUN: env PYTHONPATH=%t %package_python %s
"""The package can be imported without its compiled part; its use gives an error with the reason."""
import tileiras

assert "compile" in dir(tileiras) and "ir" in dir(tileiras)
for use in (lambda: tileiras.ir, lambda: tileiras.passmanager, lambda: tileiras.compile,
            lambda: tileiras.run("", []), tileiras.gpu_architecture):
    try:
        use()
    except ImportError as error:
        assert "no Python extension" in str(error), error
    else:
        raise SystemExit("nothing was missed")
