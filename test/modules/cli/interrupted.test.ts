/** Commands whose output nobody reads any more: they end, and leave neither process nor file behind. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import {
  cleanUp,
  copyStopped,
  freshDataDir,
  isolated,
  spawnProcess,
} from '../../core/process/spawned-process.ts';
import { bundledService } from '../../helpers/bundle.ts';
import { temporaryFolder } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { start } from './commands.ts';
import { type Stage, startStage, write } from './service.ts';

let stage: Stage;
let dataDir: string;
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => new Response(`${(await request.bytes()).length}`),
});
const url = `http://127.0.0.1:${receiver.port}/hook`;

beforeAll(async () => {
  dataDir = await freshDataDir();
  [stage] = await Promise.all([startStage(), copyStopped(dataDir)]);
  await stage.call('POST', '/webhook/set/shop', { enabled: true, url });
});
afterAll(async () => {
  await stage.app.stop(0);
  await receiver.stop(true);
  await cleanUp();
});

/** Runs a command with a stdout that is closed; gives what it said on stderr, its exit code at the end. */
function unread(words: string, environment: Record<string, string>) {
  const line = `{ bun run ${bundledService()} ${words}; echo "exit $?" >&2; } | true`;
  return spawnProcess(['sh', '-c', line], environment);
}

test('closing the pipe ends each command that goes on, with what it does in the end done', async () => {
  const TMPDIR = temporaryFolder();
  const at = { ...stage.environment, TMPDIR };
  const commands = [
    unread('tail --json', at),
    unread(`listen --forward-to ${url}`, at),
    unread(`probe ${url}`, at),
    unread('demo', at),
  ];
  const [tail, listen] = commands;
  await until('they look', () => tail!.stderr().includes('as they happen'));
  await until('and forward', () => listen!.stderr().includes('signed with'));
  await until('all have ended', async () => {
    await write(stage, 'one more');
    return commands.every((command) => command.stderr().includes('exit '));
  });
  const ends = commands.map((command) => /exit (\d+)/.exec(command.stderr())?.[1]);
  // A command that goes on until it is stopped has done its work; the others were stopped before their end.
  expect(ends).toEqual(['0', '0', '1', '1']);
  expect(listen!.stderr()).toMatch(/to continue from here, use --after \d+/);
  for (const command of commands) {
    expect(command.stderr()).not.toContain('"level":"error"');
    await until('no process is left', () => !command.hasDescendants());
  }
  expect(readdirSync(TMPDIR).filter((name) => name.startsWith('gatehouse'))).toEqual([]);
});

test('closing the pipe of a command that only says a result leaves what it did whole', async () => {
  const folder = temporaryFolder();
  const at = isolated(dataDir);
  // A reader of the database cannot remove SQLite's own files beside it.
  const files = () =>
    readdirSync(dataDir)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .sort();
  const before = files();
  for (const words of ['doctor', 'audit verify', `backup ${folder}`, '--help']) {
    const command = unread(words, at);
    await command.ended();
    expect([words, command.stderr()]).toEqual([words, expect.stringMatching(/exit [01]\n$/)]);
    expect(command.stderr()).not.toContain('EPIPE');
  }
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^gatehouse-\w+\.db$/)]);
  // A whole backup is noted beside the database.
  expect(files()).toEqual([...before, 'gatehouse.db.last-backup'].sort());
});

test('Ctrl-C ends `doctor` at once with exit code 1, while it waits for a server too', async () => {
  const silent = Bun.listen({
    port: 0,
    hostname: '127.0.0.1',
    socket: { open() {}, data() {} },
  });
  const at = { ...isolated(dataDir), PORT: String(silent.port) };
  const command = start(['doctor'], at);
  await command.printed(/keys/);
  const from = performance.now();
  command.signal('SIGINT');
  expect(await command.ended()).toBe(1);
  expect(performance.now() - from).toBeLessThan(2_000);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.doctor'))).toEqual([]);
  silent.stop(true);
});
