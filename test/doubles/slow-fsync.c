/* A slow disk: every sync takes SLOW_FSYNC_US microseconds longer. For LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void delay(void) {
  const char *text = getenv("SLOW_FSYNC_US");
  long us = text ? atol(text) : 0;
  struct timespec pause = {us / 1000000, us % 1000000 * 1000};
  if (us > 0) nanosleep(&pause, 0);
}

int fsync(int file) {
  delay();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  delay();
  return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
}
