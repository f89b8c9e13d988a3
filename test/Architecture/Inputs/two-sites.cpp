static void emitError(const char *) {}

int main(int argc, char **) {
  emitError("provoked");
  if (argc > 1)
    emitError("not provoked");
  return 0;
}
