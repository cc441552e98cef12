/* Counts what a process flushes to its disk: preloaded, it takes the place of the C library's. */
#define _GNU_SOURCE
#include <dlfcn.h>

static int flushed;

int flushes(void) { return flushed; }

int fsync(int file)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    flushed++;
    return real(file);
}

int fdatasync(int file)
{
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    flushed++;
    return real(file);
}
