// Of the pipeline.

/// What is known of a loop.
struct StepPlan {
  int kMostWarps; // the barrier is behind
  // the copies
  int sums; // a string is read, too
};

/// Returns the slices. Threads of two
/// agents
/// meet there; nobody else is in
/// front of them.
void handOver(const char *text = "no warp of its own");
