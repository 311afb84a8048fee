/** Numbers are asked about no faster than an account may, and no oftener than needed. */
import { expect, test } from 'bun:test';
import { LookUpTurns, NumberLookUp } from '../../../../src/modules/whatsapp/numbers/look-up.ts';
import { createNumberStore } from '../../../../src/modules/whatsapp/numbers/store.ts';
import { recordingHost } from '../../../core/providers/recording-host.ts';
import { manualClock } from '../../../doubles/manual-clock.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { until } from '../../../helpers/until.ts';
import { insertInstance } from '../stage.ts';

const ID = '01900000-0000-7000-8000-00000000b001';
const DAY_MS = 24 * 3_600_000;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => `4915200${1000 + n}`);

async function bench(isThere: (number: string) => boolean = () => true, rowsMax?: number) {
  const db = await testDatabase();
  await insertInstance(db, ID);
  const clock = manualClock();
  const asked: string[][] = [];
  const script = { fails: false };
  const query = async (page: readonly string[]) => {
    asked.push([...page]);
    if (script.fails) throw new Error('the connection was lost');
    const there = page.filter(isThere);
    return new Map(there.map((one) => [one, { jid: `${one}@s.whatsapp.net`, lid: null }]));
  };
  const store = createNumberStore(db.orm, clock, recordingHost(ID), rowsMax);
  const open = () => new NumberLookUp(new LookUpTurns(clock), store, query);
  return { clock, asked, script, store, open, lookUp: open() };
}

test('numbers are answered in their order, repeated ones too', async () => {
  const { lookUp, asked } = await bench((number) => number !== '222222');
  const found = await lookUp.find(['333333', '222222', '111111', '333333']);
  expect(found.map(({ jid }) => jid)).toEqual([
    '333333@s.whatsapp.net',
    null,
    '111111@s.whatsapp.net',
    '333333@s.whatsapp.net',
  ]);
  expect(asked).toEqual([['333333', '222222', '111111']]);
});

test('fifty are asked about at once, and once a second', async () => {
  const { lookUp, clock, asked } = await bench();
  const found = lookUp.find(numbers(120));
  for (const queries of [1, 2, 3]) {
    await until(`query ${queries}`, () => asked.length === queries);
    await clock.advance(999);
    expect(asked).toHaveLength(queries);
    await clock.advance(1);
  }
  expect(await found).toHaveLength(120);
  expect(asked.map(({ length }) => length)).toEqual([50, 50, 20]);
});

test('who was found is not asked about for 30 days, that a number is nobody’s is believed for one', async () => {
  const { open, clock, asked } = await bench((number) => number === '111111');
  const ask = async () => {
    await clock.advance(1_000);
    await open().find(['111111', '222222']);
  };
  await ask();
  await ask();
  expect(asked).toEqual([['111111', '222222']]);
  await clock.advance(DAY_MS);
  await ask();
  expect(asked.slice(1)).toEqual([['222222']]);
  await clock.advance(29 * DAY_MS);
  await ask();
  expect(asked.slice(2)).toEqual([['111111', '222222']]);
});

test.each([
  ['5511987654321', '551187654321'],
  ['551187654321', '5511987654321'],
  ['5215512345678', '525512345678'],
  ['525512345678', '5215512345678'],
  ['5491123456789', '541123456789'],
  ['541123456789', '5491123456789'],
])('%s is found under its other spelling %s', async (number, other) => {
  const { lookUp, clock, asked } = await bench((one) => one === other);
  const found = lookUp.find([number]);
  await until('the first query', () => asked.length === 1);
  await clock.advance(1_000);
  expect(await found).toEqual([{ jid: `${other}@s.whatsapp.net`, lid: null }]);
  expect(asked).toEqual([[number], [other]]);
});

test('what was found before a failure is not asked about again', async () => {
  const { lookUp, clock, asked, script } = await bench();
  const all = numbers(60);
  const failing = lookUp.find(all).catch((error) => error.message);
  await until('the first query', () => asked.length === 1);
  script.fails = true;
  await clock.advance(1_000);
  expect(await failing).toBe('the connection was lost');
  script.fails = false;
  const again = lookUp.find(all);
  await clock.advance(1_000);
  expect(await again).toHaveLength(60);
  expect(asked.map(({ length }) => length)).toEqual([50, 10, 10]);
});

test('who asks for more than can be asked within a minute is told to wait', async () => {
  const { lookUp, clock, asked } = await bench();
  const waiting = lookUp.find(numbers(1_500));
  await until('the first query', () => asked.length === 1);
  const refused = await lookUp.find(['999999']).catch((error) => error);
  expect([refused.reason, refused.headers]).toEqual(['rate_limited', { 'retry-after': '30' }]);
  for (let queries = 1; queries < 30; queries++) {
    await clock.advance(1_000);
    await until('the next query', () => asked.length > queries);
  }
  expect(await waiting).toHaveLength(1_500);
  await clock.advance(1_000);
  expect(await lookUp.find(['999999'])).toHaveLength(1);
});

test('of many numbers the ones looked up longest ago make room', async () => {
  const { lookUp, store, clock, asked } = await bench(() => true, 1_000);
  const all = numbers(1_100);
  const found = lookUp.find(all);
  for (let queries = 1; queries < 22; queries++) {
    await until('the next query', () => asked.length >= queries);
    await clock.advance(1_000);
  }
  await found;
  const stored = await store.read(all);
  expect(stored.size).toBeLessThan(1_100);
  expect(stored.has(all[0] ?? '')).toBe(false);
  expect(stored.has(all.at(-1) ?? '')).toBe(true);
});
