import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { idAfter } from '../../../src/manager/page/delivery-panel.js';
import { createPager } from '../../../src/manager/page/pager.js';

const SIZE = 25;
const OPTIONS = { size: SIZE, lowest: 0, following: (key) => key + 1 };

let made = 0;
const row = () => ({ key: ++made });
const many = (count) => Array.from({ length: count }, row);
const keys = (rows) => rows.map(({ key }) => key);

/** Rows as the service finds them: the newest first, looking through `lookedThrough` at a time. */
function service(stored, { isWanted = () => true, lookedThrough = 1_000 } = {}) {
  const asked = [];
  return {
    asked,
    stored,
    async find(question) {
      asked.push(question);
      const { before = Infinity, since = { key: 0 }, limit } = question;
      const there = stored.filter(({ key }) => key < before && key >= since.key).reverse();
      const looked = there.slice(0, lookedThrough);
      const rows = looked.filter(isWanted).slice(0, limit);
      if (rows.length === limit) return { rows, next: rows.at(-1).key };
      return { rows, next: looked.length < there.length ? looked.at(-1).key : null };
    },
  };
}

test('turning back passes every row once, however many are looked through at a time', async () => {
  const counts = fc.record({
    count: fc.nat(120),
    size: fc.integer({ min: 1, max: 30 }),
    lookedThrough: fc.integer({ min: 1, max: 40 }),
    everyNth: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(counts, async ({ count, size, lookedThrough, everyNth }) => {
      const stored = many(count);
      const isWanted = ({ key }) => keys(stored).indexOf(key) % everyNth === 0;
      const { find } = service(stored, { isWanted, lookedThrough });
      const pager = createPager(find, { ...OPTIONS, size });
      const seen = [];
      for (;;) {
        await pager.read();
        while (pager.isUnfinished()) await pager.lookFurther();
        // Read again as it is every two seconds: nothing found before is lost.
        seen.push(...keys((await pager.read()).rows));
        if (!pager.hasOlder()) break;
        pager.older();
      }
      expect(seen).toEqual(keys(stored.filter(isWanted).reverse()));
    }),
  );
});

test('the newest page follows what comes, with one question at a time', async () => {
  const { stored, find, asked } = service(many(100));
  const pager = createPager(find, OPTIONS);
  await pager.read();
  stored.push(row());
  expect((await pager.read()).rows[0]).toEqual(stored.at(-1));
  expect(asked).toHaveLength(2);
});

test('a page that is held stays as it is and says how many have come since, until it is let go', async () => {
  const { stored, find } = service(many(100));
  const pager = createPager(find, OPTIONS);
  const { rows } = await pager.read();
  stored.push(row(), row());
  pager.hold(true);
  expect(await pager.read()).toEqual({ rows, newer: 2 });
  pager.hold(true);
  expect(await pager.read()).toEqual({ rows, newer: 2 });
  pager.hold(false);
  expect(await pager.read()).toMatchObject({
    rows: [stored.at(-1), stored.at(-2), rows[0]].concat(rows.slice(1, -2)),
    newer: 0,
  });
});

test('an older page stays as it is while others come', async () => {
  const { stored, find } = service(many(100));
  const pager = createPager(find, OPTIONS);
  await pager.read();
  pager.older();
  const older = await pager.read();
  stored.push(row());
  expect(await pager.read()).toEqual(older);
  pager.newer();
  expect((await pager.read()).rows[0]).toEqual(stored.at(-1));
  expect(pager.isNewest()).toBe(true);
});

test('a page that was turned while it was read is not shown', async () => {
  const { find } = service(many(60));
  const pager = createPager(find, OPTIONS);
  await pager.read();
  const reading = pager.read();
  pager.older();
  expect(await reading).toBeNull();
});

test('an empty page that is held stays empty, and counts what comes up to its size', async () => {
  const { stored, find } = service([]);
  const pager = createPager(find, OPTIONS);
  await pager.read();
  pager.hold(true);
  stored.push(...many(2));
  expect(await pager.read()).toEqual({ rows: [], newer: 2 });
  stored.push(...many(SIZE));
  expect(await pager.read()).toEqual({ rows: [], newer: SIZE });
});

test('the id that follows another is the next one, also over a carry', () => {
  expect(idAfter('01a1fab0-7b5a-71ce-8a5a-1c1b96004d0f')).toBe(
    '01a1fab0-7b5a-71ce-8a5a-1c1b96004d10',
  );
  expect(idAfter('01a1fab0-7b5a-71ce-8a5a-ffffffffffff')).toBe(
    '01a1fab0-7b5a-71ce-8a5b-000000000000',
  );
});
