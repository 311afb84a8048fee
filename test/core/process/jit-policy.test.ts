/** When a service compiles its functions: late while it starts, as usual from then on. */
import { afterAll, expect, test } from 'bun:test';
import {
  bun,
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnProcess,
} from './spawned-process.ts';

afterAll(cleanUp);

const preload = ['--preload', './test/core/process/fixtures/loaded-modules.ts'];

test('a start compiles late from before the service is loaded, and as usual from before it says where it listens', async () => {
  const dataDir = await freshDataDir();
  const service = spawnProcess([bun, ...preload, 'src/main.ts'], isolated(dataDir));
  await listening(service);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  const lines = service.stdout().split('\n');
  const [late = -1, usual = -1] = ['compiles at 16', 'compiles at 1'].map((line) =>
    lines.indexOf(line),
  );
  expect(late).toBe(0);
  expect(usual).toBeGreaterThan(late);
  expect(lines.findIndex((line) => line.startsWith('listening on'))).toBeGreaterThan(usual);
});

test('a command compiles as usual', async () => {
  const command = spawnProcess([bun, ...preload, 'src/main.ts', '--version']);
  expect(await command.ended()).toBe(0);
  expect(command.stdout()).not.toContain('compiles at');
});
