/** A server that a test started and that ends by itself is noticed at once, instead of waited for. */
import { expect, test } from 'bun:test';
import { spawnGroup } from './process-group.ts';

test('a server that ends by itself is known to have ended', async () => {
  const server = spawnGroup(['sh', '-c', 'exit 3']);
  await server.exited;
  expect(server.exitCode()).not.toBeNull();
});

test('a server that runs has no exit code', async () => {
  const server = spawnGroup(['cat']);
  expect(server.exitCode()).toBeNull();
  await server.kill();
});

test('a server ends when the test run that began it does, its first process killed alone or not', async () => {
  const script = `
    import { spawnGroup } from '${import.meta.dir}/process-group.ts';
    const server = ['sh', '-c', 'echo begun >&2; exec sleep 600'];
    const { pid } = spawnGroup(server, process.env, 'inherit');
    for await (const _ of process.stdin) process.kill(pid, 'SIGKILL');
  `;
  for (const isKilledAlone of [true, false]) {
    const pipes = { stdin: 'pipe', stderr: 'pipe' } as const;
    const run = Bun.spawn([process.execPath, '-e', script], pipes);
    const reader = run.stderr.getReader();
    await reader.read();
    if (isKilledAlone) {
      run.stdin.write('now');
      await run.stdin.end();
      await run.exited;
    } else run.kill('SIGKILL');
    // The server holds this pipe open for as long as it runs.
    while (!(await reader.read()).done);
  }
});
