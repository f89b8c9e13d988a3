// RUN: tileiras-opt behind %s
// CHECK: behind
// Buffers lie beside each other.
// FAULT behind: a ==> b => race
