/** Makes every sync of a file take longer, by the ms found in the file that SLOW_FSYNC_FILE names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *delay_ms;

__attribute__((constructor)) static void open_dial(void) {
  const char *path = getenv("SLOW_FSYNC_FILE");
  int file = path ? open(path, O_RDONLY) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) delay_ms = page;
  close(file);
}

static void wait_first(void) {
  int64_t ms = delay_ms ? *delay_ms : 0;
  struct timespec time = {ms / 1000, (ms % 1000) * 1000000};
  if (ms > 0) nanosleep(&time, NULL);
}

int fsync(int file) {
  static int (*next)(int);
  if (!next) next = dlsym(RTLD_NEXT, "fsync");
  wait_first();
  return next(file);
}

int fdatasync(int file) {
  static int (*next)(int);
  if (!next) next = dlsym(RTLD_NEXT, "fdatasync");
  wait_first();
  return next(file);
}
