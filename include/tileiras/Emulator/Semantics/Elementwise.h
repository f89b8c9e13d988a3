//===- Elementwise.h - Instructions that work lane by lane ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation is a struct with a function `of` that computes one lane's
// result, or `with` when it needs the modifiers:
//
//   struct Sad {
//     template <class T> static T of(T a, T b, T c) { return c + …; }
//   };
//   Handler bind::sad(const Instruction &i) {
//     return overIntegers(i.type(), []<class T>() -> Handler {
//       return elementwise<Sad, T, T, T, T>;
//     });
//   }
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_ELEMENTWISE_H
#define TILEIRAS_EMULATOR_SEMANTICS_ELEMENTWISE_H

#include "tileiras/Emulator/Machine/Warp.h"

#include <type_traits>
#include <utility>

namespace tileiras::emu {

template <class Op, class... S>
concept TakesModifiers =
    requires(const Modifiers &m, S... source) { Op::with(m, source...); };

/// One lane's result.
template <class Op, class... S> auto apply(const Modifiers &m, S... source) {
  if constexpr (TakesModifiers<Op, S...>)
    return Op::with(m, source...);
  else
    return Op::of(source...);
}

/// d = Op(a, b, …): D is the type of the result, S those of the sources.
template <class Op, class D, class... S>
Flow elementwise(Warp &w, const Instruction &i) {
  Lanes<D> d = w.lanes<D>(i[0]);
  [&]<size_t... N>(std::index_sequence<N...>) {
    auto run = [&](auto... source) {
      w.forActive([&](unsigned lane) {
        d.set(lane, apply<Op, S...>(i.modifiers, source[lane]...));
      });
    };
    run(w.lanes<S>(i[N + 1])...);
  }(std::index_sequence_for<S...>{});
  return Flow::Next;
}

/// The same in registers that may be wider than the types.
template <class Op, class D, class... S>
Flow elementwiseAny(Warp &w, const Instruction &i) {
  AnyLanes<D> d = w.anyLanes<D>(i[0]);
  [&]<size_t... N>(std::index_sequence<N...>) {
    auto run = [&](auto... source) {
      w.forActive([&](unsigned lane) {
        d.set(lane, apply<Op, S...>(i.modifiers, source[lane]...));
      });
    };
    run(w.anyLanes<S>(i[N + 1])...);
  }(std::index_sequence_for<S...>{});
  return Flow::Next;
}

template <class T> bool isCellOf(Slot slot) {
  return !slot.exists() || slot.bytes() == sizeof(CellOf<T>);
}

/// The faster of these two forms that the registers of \p i allow.
template <class Op, class D, class... S>
Handler elementwiseFor(const Instruction &i) {
  unsigned n = 0;
  bool fits = isCellOf<D>(i[0]) && (isCellOf<S>(i[++n]) && ...);
  return fits ? elementwise<Op, D, S...> : elementwiseAny<Op, D, S...>;
}

/// Calls visit<T>() for the integer type that \p type names; .b types are
/// unsigned.
template <class Visit> Handler overIntegers(Type type, Visit visit) {
  switch (type) {
  case Type::U16:
  case Type::B16:
    return visit.template operator()<uint16_t>();
  case Type::U32:
  case Type::B32:
    return visit.template operator()<uint32_t>();
  case Type::U64:
  case Type::B64:
    return visit.template operator()<uint64_t>();
  case Type::S16:
    return visit.template operator()<int16_t>();
  case Type::S32:
    return visit.template operator()<int32_t>();
  case Type::S64:
    return visit.template operator()<int64_t>();
  default:
    return nullptr;
  }
}

/// Calls visit<T>() for the unsigned integer as wide as \p type.
template <class Visit> Handler overBits(Type type, Visit visit) {
  switch (bytesOf(type)) {
  case 1:
    return visit.template operator()<uint8_t>();
  case 2:
    return visit.template operator()<uint16_t>();
  case 4:
    return visit.template operator()<uint32_t>();
  case 8:
    return visit.template operator()<uint64_t>();
  default:
    return nullptr;
  }
}

/// Two 16-bit values in 32 bits, element by element.
template <class Op, class T> struct Paired {
  template <class... S> static uint32_t of(S... packed) {
    uint32_t low = uint16_t(Op::of(T(packed)...));
    uint32_t high = uint16_t(Op::of(T(packed >> 16)...));
    return low | high << 16;
  }
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_ELEMENTWISE_H
