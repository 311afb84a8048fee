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
