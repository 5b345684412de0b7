#!/bin/bash -eu
exec "$SRC/ballast/fuzz/oss-fuzz/build.sh"
