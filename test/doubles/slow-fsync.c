/**
 * Makes every sync of a file take longer, by the ms found in the file that SLOW_FSYNC_FILE names, and writes behind
 * them when the last one ended, in ns since 1970.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *delay_ms;
static volatile int64_t *ended_ns;

__attribute__((constructor)) static void open_dial(void) {
  const char *path = getenv("SLOW_FSYNC_FILE");
  int file = path ? open(path, O_RDWR) : -1;
  if (file < 0) return;
  int64_t *page = mmap(NULL, 2 * sizeof(int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) {
    delay_ms = page;
    ended_ns = page + 1;
  }
  close(file);
}

static void wait_first(void) {
  int64_t ms = delay_ms ? *delay_ms : 0;
  struct timespec time = {ms / 1000, (ms % 1000) * 1000000};
  if (ms > 0) nanosleep(&time, NULL);
}

static int ended(int result) {
  struct timespec now;
  if (ended_ns && clock_gettime(CLOCK_REALTIME, &now) == 0)
    *ended_ns = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
  return result;
}

int fsync(int file) {
  static int (*next)(int);
  if (!next) next = dlsym(RTLD_NEXT, "fsync");
  wait_first();
  return ended(next(file));
}

int fdatasync(int file) {
  static int (*next)(int);
  if (!next) next = dlsym(RTLD_NEXT, "fdatasync");
  wait_first();
  return ended(next(file));
}
