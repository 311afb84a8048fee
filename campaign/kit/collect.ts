/** Loaded before a service under test: on SIGUSR2 it collects garbage and says so, so that its memory can be compared. */
process.on('SIGUSR2', () => {
  Bun.gc(true);
  process.stdout.write('collected\n');
});
