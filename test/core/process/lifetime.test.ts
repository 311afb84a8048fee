/** How the process ends, shown by real processes. */
import { afterAll, expect, test } from 'bun:test';
import { bun, cleanUp, spawnProcess } from './spawned-process.ts';

afterAll(cleanUp);

const live = (scenario: string, ...wrapper: string[]) =>
  spawnProcess([...wrapper, bun, 'run', 'test/core/process/fixtures/life.ts', scenario]);
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s stops within 30 s of grace and exits 0',
  async (name) => {
    const life = live('ordinary');
    await life.printed(/ready/);
    life.signal(name);
    expect(await life.ended()).toBe(0);
    expect(linesOf(life.stdout())).toMatchObject([
      { level: 'info', message: 'stopping', signal: name },
      { message: 'stop called', graceMs: 30_000 },
    ]);
  },
);

test('a second signal exits at once with 1', async () => {
  const life = live('stops-slowly');
  await life.printed(/ready/);
  life.signal('SIGTERM');
  await life.printed(/stop called/);
  life.signal('SIGTERM');
  expect(await life.ended()).toBe(1);
});

test('a second SIGHUP, as terminals and their shells send, does not cut the first one short', async () => {
  const life = live('stops-when-asked');
  await life.printed(/ready/);
  life.signal('SIGHUP');
  await life.printed(/stop called/);
  life.signal('SIGHUP');
  life.signal('SIGUSR2');
  expect(await life.ended()).toBe(0);
});

test.skipIf(process.platform !== 'linux')(
  'a service that was started with nohup outlives its terminal',
  async () => {
    const life = live('stops-when-asked', 'nohup');
    await life.printed(/ready/);
    life.signal('SIGHUP');
    life.signal('SIGUSR2');
    await life.printed(/asked to stop/);
    expect(life.stdout()).not.toContain('stop called');
    life.signal('SIGTERM');
    expect(await life.ended()).toBe(0);
  },
);

test.each([
  ['throws-in-start', 'the inner cause'],
  ['rejects-in-start', 'uncaught'],
])('a fault of the start (%s) is one error line, and exits 70', async (scenario, message) => {
  const life = live(scenario);
  expect(await life.ended()).toBe(70);
  const lines = linesOf(life.stdout());
  expect(lines).toMatchObject([
    { level: 'error', message: 'unexpected fault', error: { message } },
  ]);
  expect(lines[0].at[0]).toContain('fixtures/life.ts');
  expect(life.stderr()).toBe('');
});

test('a fault of the database is one error line, stops and exits 70', async () => {
  const life = live('database-fails');
  expect(await life.ended()).toBe(70);
  expect(linesOf(life.stdout())).toMatchObject([
    { message: 'unexpected fault', error: { message: 'the commit thread ended' } },
    { message: 'stop called', graceMs: 5_000 },
  ]);
});

const UNHANDLED = 'a fault was left unhandled, and the service continues';

test.each([
  ['throws', 'the inner cause'],
  ['rejects', 'uncaught'],
])(
  'a fault of the service at work (%s) is one error line, and it continues',
  async (scenario, message) => {
    const life = live(scenario);
    await life.printed(/left unhandled/);
    life.signal('SIGTERM');
    expect(await life.ended()).toBe(0);
    const lines = linesOf(life.stdout());
    expect(lines).toMatchObject([
      { level: 'error', message: UNHANDLED, error: { message }, place: 'main', times: 1 },
      { message: 'stopping' },
      { message: 'stop called', graceMs: 30_000 },
    ]);
    expect(lines[0].at[0]).toContain('fixtures/life.ts');
    expect(life.stderr()).toBe('');
  },
);

test('a flood of one fault is one line, and the service continues', async () => {
  const life = live('floods');
  await life.printed(/after the flood/);
  life.signal('SIGTERM');
  expect(await life.ended()).toBe(0);
  expect(linesOf(life.stdout()).filter(({ message }) => message === UNHANDLED)).toHaveLength(1);
});

test('whatever is thrown, the service continues', async () => {
  const life = live('throws-what-cannot-be-described');
  await life.printed(/after all/);
  life.signal('SIGTERM');
  expect(await life.ended()).toBe(0);
  const faults = linesOf(life.stdout()).filter(({ message }) => message === UNHANDLED);
  expect(faults.length).toBeGreaterThanOrEqual(3);
});

test('a fault that a library has left unhandled is one warning, and the service continues', async () => {
  const life = live('loses-a-promise');
  await life.printed(/left a fault unhandled/);
  life.signal('SIGTERM');
  expect(await life.ended()).toBe(0);
  expect(linesOf(life.stdout())).toMatchObject([
    {
      level: 'warn',
      message: 'a library left a fault unhandled',
      error: { message: 'a part of its own' },
      place: 'library',
    },
    { message: 'stopping' },
    { message: 'stop called' },
  ]);
});

test('a stop that takes too long is given up: one error line, exit 70', async () => {
  const life = live('never-stops');
  await life.printed(/ready/);
  life.signal('SIGTERM');
  expect(await life.ended()).toBe(70);
  expect(linesOf(life.stdout())).toContainEqual(
    expect.objectContaining({ level: 'error', message: 'stopping took too long' }),
  );
});

test('a stop that fails is one error line, exit 70', async () => {
  const life = live('stop-fails');
  await life.printed(/ready/);
  life.signal('SIGTERM');
  expect(await life.ended()).toBe(70);
  expect(linesOf(life.stdout())).toContainEqual(
    expect.objectContaining({ message: 'stopping failed', error: expect.anything() }),
  );
});

test('a refusal is on stderr, and its code is the exit code', async () => {
  const life = live('refuses');
  expect(await life.ended()).toBe(78);
  expect(life.stderr()).toBe('first line\nsecond line\n');
});

test('what was written before the end is read to its last line', async () => {
  const life = live('writes-much');
  await life.printed(/ready/);
  life.signal('SIGTERM');
  expect(await life.ended()).toBe(0);
  expect(life.stdout()).toContain('\nthe last line\n');
});
