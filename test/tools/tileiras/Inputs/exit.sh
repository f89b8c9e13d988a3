"$@" 2>&1
echo "exit $?"
