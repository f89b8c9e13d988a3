// utils/check-references finds four errors.

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

class Walker {
  void visit(Node *node) {
    Facts &facts = known[node];
    for (Node *child : node->children)
      visit(child);
    facts.isDone = true;
  }

  unsigned assign(Node *node) {
    unsigned &number = numbers[node];
    number = assign(node->parent) + 1;
    return number;
  }

  unsigned find(Node *node) {
    auto [it, isNew] = numbers.try_emplace(node, 0);
    if (isNew)
      add(node);
    return it->second;
  }

  void add(Node *node) { numbers.insert({node, 1}); }

  void spread() {
    for (Node *node : work)
      work.push_back(node->parent);
  }

  llvm::DenseMap<Node *, Facts> known;
  llvm::DenseMap<Node *, unsigned> numbers;
  llvm::SmallVector<Node *> work;
};
