//===- Layout.cpp - Layouts, from Python ----------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The class Layout shows which element each register of each thread, or each
// offset of a buffer, holds: the extents of the layout's inputs, and a table
// from packed index to element (tileiras-c/Layout.h).
//
//===----------------------------------------------------------------------===//

#include "IR.h"

#include "tileiras-c/Layout.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tileiras::python;

namespace {

constexpr const char *kInputs[] = {"register",     "lane",   "warp",
                                   "block",        "offset", "tensor_lane",
                                   "tensor_column"};

struct Layout {
  Attribute attribute;

  int64_t extentOf(const char *input) const {
    return mlirTileASLayoutAttrGetExtent(attribute.value, toC(input));
  }
};

Layout layoutOf(const Attribute &attribute) {
  if (!mlirAttributeIsATileASLayout(attribute.value))
    throw nb::value_error("the attribute is no layout");
  return {attribute};
}

nb::object layoutOfType(const Type &type) {
  MlirAttribute layout = mlirTileASLayoutOfType(type.value);
  if (mlirAttributeIsNull(layout))
    return nb::none();
  return nb::cast(Layout{{type.context, layout}});
}

std::vector<int64_t> shapeOf(const Layout &self) {
  std::vector<int64_t> shape;
  for (intptr_t dim = 0, n = mlirTileASLayoutAttrGetRank(self.attribute.value);
       dim < n; ++dim)
    shape.push_back(mlirTileASLayoutAttrGetSize(self.attribute.value, dim));
  return shape;
}

nb::dict extentsOf(const Layout &self) {
  nb::dict extents;
  for (const char *input : kInputs)
    if (int64_t extent = self.extentOf(input); extent > 1)
      extents[input] = extent;
  return extents;
}

std::vector<int64_t> elementsOf(const Layout &self) {
  int64_t places = 1;
  for (const char *input : kInputs)
    places *= self.extentOf(input);
  std::vector<int64_t> elements(places);
  for (int64_t place = 0; place < places; ++place)
    elements[place] =
        mlirTileASLayoutAttrGetElement(self.attribute.value, place);
  return elements;
}

} // namespace

void tileiras::python::bindLayout(nb::module_ &module) {
  nb::class_<Layout>(module, "Layout",
                     "Which element of a tile each register of each thread "
                     "holds, or each offset of a buffer.")
      .def(
          "__init__",
          [](Layout *self, const Attribute &attribute) {
            new (self) Layout(layoutOf(attribute));
          },
          "attribute"_a)
      .def_static("of", layoutOfType, "type"_a,
                  "The layout of a tensor or a buffer; None if it has none.")
      .def_ro("attribute", &Layout::attribute)
      .def_prop_ro("shape", shapeOf, "Sizes of the tile.")
      .def_prop_ro("extents", extentsOf,
                   "The extents of all inputs with more than one index, in the "
                   "order of the bits of a packed index, lowest first.")
      .def("elements", elementsOf,
           "The element at each packed index, as its row-major index in the "
           "tile.");
}
