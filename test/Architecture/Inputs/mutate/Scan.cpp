// Each function has lines with a fault of one kind; "a < b" in text has none.
#include <vector>

namespace scan {

bool isBefore(int a, int b) {
  return a < b;
}

int countOf(const std::vector<int> &values, bool all) {
  assert(values.size() > 1 && "a < b && 1");
  int number = 0;
  for (int value : values) {
    if (!all)
      continue;
    number = number + value;
  }
  return max(number, value);
}

LogicalResult clear(Builder &builder, Region &region) {
  region.takeBody();
  builder.create(
      region.front());
  return failure();
}

} // namespace scan
