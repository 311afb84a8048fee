/** The dashboard, the alert rules and the table in the documentation name metrics that there are. */
import { expect, test } from 'bun:test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMetrics } from '../../src/modules/gateway/metrics/metrics.ts';
import { manualClock } from '../doubles/manual-clock.ts';
import { temporaryFolder } from '../helpers/database.ts';

const root = join(import.meta.dir, '../..');
const read = (path: string) => Bun.file(join(root, path)).text();
const RULES = 'deploy/prometheus/alerts.yml';
const RULE_TESTS = 'deploy/prometheus/alerts.test.yml';
const DASHBOARD = 'deploy/grafana/gatehouse.json';

/** The names of all metrics by their types, those of a node of several too. */
async function metricsByName(): Promise<ReadonlyMap<string, string>> {
  const metrics = createMetrics({
    clock: manualClock(),
    backlog: async () => [],
    badHealth: async () => [],
    openReplays: async () => [],
    databaseBytes: async () => 0,
    outage: () => null,
    channels: () => ({}),
    memoryReserved: () => 0,
    failedWrites: () => ({}),
    filterFailures: () => 0,
    faults: { counts: { main: 0, sessions: 0, library: 0 } },
    archive: () => ({
      ...{ isUp: true, events: 0, bytes: 0, lastWriteAt: null, failures: 0 },
      countLost: { retention: 0, storage_limit: 0 },
    }),
    instances: { all: () => [], byId: () => null },
    instancesMax: 1,
    nodeNow: () => ({
      ...{ id: '', name: '', lease: 'held', leaseLeftMs: 0, streams: 0, takenOver: 0, fenced: 0 },
      ...{ forwarded: {}, hintsUp: true, changesLagMs: 0 },
    }),
  });
  metrics.showQueue(() => ({ due: 0, scheduled: 0 }));
  const types = (await metrics.text()).matchAll(/^# TYPE (\w+) (\w+)$/gm);
  return new Map([...types].map(([, name = '', type = '']) => [name, type]));
}

interface Panel {
  readonly targets?: readonly { readonly expr: string }[];
}

async function expressionsOfDashboard(): Promise<string[]> {
  const { panels } = JSON.parse(await read(DASHBOARD)) as { panels: readonly Panel[] };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:gatehouse|process)_\w+/g)].map(([name]) => name)),
];

test.each([RULES, RULE_TESTS, DASHBOARD])('%s names metrics that there are', async (path) => {
  const known = await metricsByName();
  const text = (await read(path)).replaceAll(/"uid": "gatehouse"|job="gatehouse"/g, '');
  const names = namesIn(text);
  expect(names.length).toBeGreaterThan(4);
  const unknown = names.filter((name) => {
    const [, base = ''] = /^(.*)_(?:bucket|sum|count)$/.exec(name) ?? [];
    return !known.has(name) && known.get(base) !== 'histogram';
  });
  expect(unknown).toEqual([]);
});

test('the documentation names every metric, and no other', async () => {
  const page = await read('docs/operations.md');
  const [, section = ''] = /\n## Metrics\n(.*?)\n## /s.exec(page) ?? [];
  const words = new Set([...section.matchAll(/`([a-z_]+…?)`/g)].map(([, word]) => word));
  const own = [...(await metricsByName()).keys()].filter((name) => name.startsWith('gatehouse_'));
  const isNamed = (name: string) =>
    words.has(name) || (name.startsWith('node_') && words.has('node_…'));
  const untold = own.map((name) => name.slice('gatehouse_'.length)).filter((one) => !isNamed(one));
  expect(untold).toEqual([]);
  const rows = [...section.matchAll(/^- (`.*?`): /gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z_]+)`/g)].map(([, word]) => `gatehouse_${word}`),
  );
  expect(rows.length).toBeGreaterThan(15);
  expect(rows.filter((name) => !own.includes(name))).toEqual([]);
});

test('the dashboard has no two panels in one place, and asks for no data of another source', async () => {
  const { panels } = JSON.parse(await read(DASHBOARD)) as {
    panels: { id: number; gridPos: { x: number; y: number; w: number; h: number } }[];
  };
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const sources = [...(await read(DASHBOARD)).matchAll(/"uid": "([^"]*)"/g)].map(([, uid]) => uid);
  const isOurs = (uid = '') => /^(?:gatehouse|\$\{datasource\})$/.test(uid);
  expect(sources.filter((uid) => !isOurs(uid))).toEqual([]);
});

const promtool = Bun.which('promtool') ?? '';

async function run(...args: string[]): Promise<string> {
  const child = Bun.spawn([promtool, ...args], { stdout: 'pipe', stderr: 'pipe' });
  const text = (await child.stdout.text()) + (await child.stderr.text());
  return (await child.exited) === 0 ? 'passed' : text;
}

test.skipIf(promtool === '')(
  'promtool finds nothing wrong in the rules, and their tests pass',
  async () => {
    expect(await run('check', 'rules', join(root, RULES))).toBe('passed');
    expect(await run('test', 'rules', join(root, RULE_TESTS))).toBe('passed');
  },
);

test.skipIf(promtool === '')('promtool reads every expression of the dashboard', async () => {
  const rules = (await expressionsOfDashboard()).map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  expect(rules.length).toBeGreaterThan(25);
  const path = join(temporaryFolder(), 'dashboard.yml');
  await writeFile(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  expect(await run('check', 'rules', path)).toBe('passed');
});
