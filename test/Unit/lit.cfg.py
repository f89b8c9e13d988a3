"""The GoogleTest executables, as lit tests."""
import os

import lit.formats

config.name = "Tileiras-Unit"
config.suffixes = []
config.test_source_root = os.path.join(config.tileiras_build_dir, "unittests")
config.test_exec_root = config.test_source_root
config.test_format = lit.formats.GoogleTest(".", "Tests")
