/// Returns the accumulators. The latency of the loads is hidden behind the MMA.
/// A round trip through the text, a trip count, a power of two, a matrix product
/// and sums of rows keep their words, as does `nobody` in backquotes.
///
///     an example of code may be behind anything
struct IterationPlan {
  int kMaxWarps; // of one CTA
  int getTripCount();
};
// What is a question? This is one.
// By default, nothing is printed.
