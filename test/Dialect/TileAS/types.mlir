// Types that no operation prints.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s -emit-bytecode | tileiras-opt | FileCheck %s

// CHECK: @tokens(!nv_tileas.async.token, !nv_tileas.pipeline_producer_token, !nv_tileas.pipeline_consumer_token)
func.func private @tokens(!nv_tileas.async.token, !nv_tileas.pipeline_producer_token, !nv_tileas.pipeline_consumer_token)
