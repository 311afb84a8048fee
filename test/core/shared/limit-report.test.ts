import { expect, test } from 'bun:test';
import { createLimitReport } from '../../../src/core/shared/limit-report.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

function report() {
  const clock = manualClock();
  const lines: Record<string, unknown>[] = [];
  const counted: string[] = [];
  const log = createLog('info', clock.now, (line) => lines.push(JSON.parse(line)));
  const limits = createLimitReport({ clock, log, count: (limit) => counted.push(limit) });
  return { clock, lines, counted, limits };
}

test('a limit that is reached all the time is counted each time and logged once a minute', async () => {
  const { clock, lines, counted, limits } = report();
  for (let second = 0; second < 120; second++) {
    limits.reached('websockets', { instanceName: 'shop' });
    await clock.advance(1_000);
  }
  limits.reached('websockets', { instanceName: 'cafe' });
  expect(counted).toHaveLength(121);
  expect(lines.map(({ times, instanceName }) => [times, instanceName])).toEqual([
    [1, 'shop'],
    [60, 'shop'],
    [60, 'cafe'],
  ]);
});

test('the line of a limit says which variable sets it', () => {
  const { lines, limits } = report();
  limits.reached('websockets_per_key');
  expect(lines).toMatchObject([
    {
      level: 'warn',
      message: 'limit reached',
      limit: 'websockets_per_key',
      variable: 'WEBSOCKETS_PER_KEY',
      times: 1,
    },
  ]);
});

test('the line of a fixed limit names no variable', () => {
  const { lines, limits } = report();
  limits.reached('portal_requests', { holder: 'portal:1' });
  expect(lines).toMatchObject([{ limit: 'portal_requests', holder: 'portal:1' }]);
  expect(lines[0]).not.toHaveProperty('variable');
});

test('a limit is logged although another was logged just before', () => {
  const { lines, limits } = report();
  limits.reached('websockets_per_key');
  limits.reached('websockets');
  expect(lines.map(({ limit }) => limit)).toEqual(['websockets_per_key', 'websockets']);
});
