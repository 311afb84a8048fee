/** Faults in a thread of sessions, in a process of its own: the test runner would take them for itself. */
import { afterAll, expect, test } from 'bun:test';
import { bun, cleanUp, spawnProcess } from './spawned-process.ts';

afterAll(cleanUp);

test('faults that no code of a session thread handles are counted, logged once for each kind, and the thread continues', async () => {
  const life = spawnProcess([bun, 'run', 'test/core/process/fixtures/session-thread.ts']);
  expect(await life.ended()).toBe(0);
  const lines = life
    .stdout()
    .split('\n')
    .flatMap((line) => (line === '' ? [] : JSON.parse(line)));
  const fault = { level: 'error', error: { message: 'a fault of a session' }, place: 'sessions' };
  expect(lines).toMatchObject([
    { ...fault, times: 1 },
    { ...fault, times: 1 },
    {
      message: 'the thread continues',
      counts: { main: 0, sessions: 4, library: 0 },
      last: expect.stringMatching(/^TypeError at session-thread-faults\.ts:\d+$/),
    },
    { message: 'the thread is gone' },
  ]);
});
