import { beforeEach, expect, test } from 'bun:test';
import { createLog } from '../../../src/core/shared/log.ts';
import { describeFault, UnhandledFaults } from '../../../src/core/shared/unhandled-faults.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';

let clock: ManualClock;
let lines: Record<string, unknown>[];
let faults: UnhandledFaults;

beforeEach(() => {
  clock = manualClock();
  lines = [];
  const log = createLog('info', clock.now, (line) => lines.push(JSON.parse(line)));
  faults = new UnhandledFaults({ log, clock });
});

test('each kind of fault has one line a minute, which says how many there were since the last', async () => {
  const note = (error: unknown) => faults.note('main', describeFault(error));
  const [one, other] = [new Error('one'), new TypeError('other')];
  for (let count = 0; count < 100; count++) note(one);
  note(other);
  await clock.advance(60_000);
  note(one);
  expect(lines.map(({ error, times }) => [error, times])).toEqual([
    [{ name: 'Error', message: 'one' }, 1],
    [{ name: 'TypeError', message: 'other' }, 1],
    [{ name: 'Error', message: 'one' }, 100],
  ]);
  expect(faults.counts).toEqual({ main: 102, sessions: 0, library: 0 });
});

test('faults of ever new kinds have a bounded number of lines', () => {
  for (let count = 0; count < 1_000; count++) {
    const at = [`at work (/app/src/file-${count}.ts:1:1)`];
    faults.note('main', { error: { name: 'Error', message: '' }, at });
  }
  expect(lines).toHaveLength(101);
  expect(faults.last?.kind).toBe('Error at file-999.ts:1');
});

test('the last fault is shown by its kind and its place, never by a name that somebody could have chosen', () => {
  const named = Object.assign(new Error('a text'), { name: 'https://example.org/?key=secret' });
  faults.note('main', describeFault(named));
  expect(faults.last?.kind).toMatch(/^Error at unhandled-faults\.test\.ts:\d+$/);
});

test('the innermost cause is described, and a long message is cut', () => {
  const cause = new Error('x'.repeat(10_000));
  const { error } = describeFault(new Error('statement with its parameters', { cause }));
  expect(error.message).toBe('x'.repeat(2_000));
});
