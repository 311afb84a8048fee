/** The commands people start the service with: a signal to them must reach it and leave nothing running. */
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { until } from '../../helpers/until.ts';
import {
  bun,
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnProcess,
} from './spawned-process.ts';

afterAll(cleanUp);

const hasNpm = Bun.which('npm') !== null;
if (!hasNpm && process.env.CI) throw new Error('npm is needed: install nodejs and npm');

const COMMANDS: [string, string[], boolean][] = [
  ['npm start', ['npm', 'start'], hasNpm],
  ['bun run start', [bun, 'run', 'start'], true],
];

const OPTIONS = ['BUN_CONFIG_MAX_HTTP_REQUESTS=32768', 'MIMALLOC_PURGE_DELAY=1000'];

/** What the service itself runs with, however it was started; only Linux says. */
async function environmentOf(dataDir: string): Promise<string[]> {
  if (process.platform !== 'linux') return OPTIONS;
  const pid = Number(await Bun.file(join(dataDir, 'gatehouse.db.pid')).text());
  return (await Bun.file(`/proc/${pid}/environ`).text()).split('\0');
}

for (const [name, command, isThere] of COMMANDS) {
  test.skipIf(!isThere)(
    `\`${name}\` sets the runtime's options, and SIGTERM to it ends the service with exit code 0`,
    async () => {
      const dataDir = await freshDataDir();
      const started = spawnProcess(command, isolated(dataDir));
      const port = await listening(started);
      expect(await environmentOf(dataDir)).toEqual(expect.arrayContaining(OPTIONS));
      expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
      started.signal('SIGTERM');
      expect(await started.ended()).toBe(0);
      await until('no process of it is left', () => !started.hasDescendants());
    },
  );
}
