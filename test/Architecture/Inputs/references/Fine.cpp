// utils/check-references leaves all of this alone.

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <map>

class Walker {
  // A copy; the last use comes before; the element of another object.
  void visit(Node *node) {
    Facts facts = known.lookup(node);
    for (Node *child : node->children)
      visit(child);
    known[node] = facts;
    Facts &again = known[node];
    again.isDone = true;
    visit(node->next);
    Facts &other = node->known[node];
    visit(node->next);
    other.isDone = true;
  }

  unsigned find(Node *node) {
    auto [it, isNew] = numbers.try_emplace(node, 0);
    if (!isNew)
      return it->second;
    return numbers[node] = find(node->parent);
  }

  unsigned insert(Node *node) {
    auto *found = llvm::find(work, node);
    if (found == work.end()) {
      work.push_back(node);
      return work.size() - 1;
    }
    return found - work.begin();
  }

  // The parameter of the function, not the member of the class.
  void insertAll(llvm::ArrayRef<Node *> work) {
    for (Node *node : work)
      insert(node);
  }

  // Elements of a std::map keep their addresses.
  void sort(Node *node) {
    Facts &facts = sorted[node];
    sort(node->next);
    facts.isDone = true;
  }

  void stop() {
    for (Node *node : work)
      if (!node->parent) {
        work.push_back(node);
        return;
      }
  }

  llvm::DenseMap<Node *, Facts> known;
  llvm::DenseMap<Node *, unsigned> numbers;
  llvm::SmallVector<Node *> work;
  std::map<Node *, Facts> sorted;
};
