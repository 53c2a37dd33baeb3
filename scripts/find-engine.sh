# What the scripts for XBoard share; to be read with `.` by one that has set $home, the folder of the project, and $engine,
# the program that was asked for, and has the function `fail`.
# shellcheck shell=sh

# The absolute path of the engine, in $engine_path; it is built if none was asked for.
find_engine() {
    if [ -z "$engine" ]; then
        command -v cargo >/dev/null 2>&1 || fail "no engine given, and no cargo to build one; see --help"
        (cd "$home" && cargo build --release) || fail "the engine does not build"
        engine=${CARGO_TARGET_DIR:-$home/target}/release/shishi
    fi
    engine_path=$(command -v "$engine") || fail "$engine is not a program"
    # XBoard starts the engine in another folder.
    case $engine_path in
        /*) ;;
        *) engine_path=$PWD/$engine_path ;;
    esac
    [ -f "$engine_path" ] || fail "$engine_path is not a file"
}

# XBoard has no way to write these characters in the command of an engine.
check_path() {
    case $1 in
        *[\"\'{}\\]* | *'
'*) fail "XBoard cannot start a program with quotes, braces or backslashes in its path: $1" ;;
    esac
}
