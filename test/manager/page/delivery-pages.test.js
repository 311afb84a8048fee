import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createPager, idAt, timeOf } from '../../../src/manager/page/delivery-pages.js';

const NOW = Date.UTC(2026, 0, 5);
const SIZE = 25;

/** A delivery of that time; `index` orders those of one millisecond. */
const delivery = (ms, index = 0) => {
  const prefix = idAt(ms).slice(0, 14);
  return {
    id: `${prefix}7${String(index).padStart(3, '0')}-8000-000000000000`,
    state: 'delivered',
  };
};
/** Rows as the service stores them, read as it reads them: in the order of their ids, after one of them. */
function service(rows) {
  const stored = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  let calls = 0;
  return {
    stored,
    calls: () => calls,
    find: async (after, limit) => {
      calls++;
      return stored.filter(({ id }) => id > after).slice(0, limit);
    },
  };
}
const every = (count, stepMs, from = NOW) =>
  Array.from({ length: count }, (_, index) => delivery(from - index * stepMs));
const ids = (rows) => rows.map(({ id }) => id);
/** Turns back from the newest page to the oldest. */
async function readAll(pager, now = NOW) {
  const pages = [await pager.read(now)];
  while (pager.hasOlder()) {
    pager.older();
    pages.push(await pager.read(now));
  }
  return pages.flat();
}

test('an id tells its time, and idAt gives the lowest of it', () => {
  expect(timeOf('01a1fab0-7b5a-71ce-8a5a-1c1b96004d0f')).toBe(0x01a1fab07b5a);
  expect(timeOf(idAt(NOW))).toBe(NOW);
  expect(idAt(-5)).toBe(idAt(0));
  expect(idAt(NOW) <= delivery(NOW).id).toBe(true);
});

test('the newest page holds the newest, the newest first', async () => {
  const { stored, find } = service(every(60, 1000));
  expect(ids(await createPager(find, SIZE).read(NOW))).toEqual(ids(stored.slice(-SIZE).reverse()));
});

test('turning back passes every delivery once, however they lie in time', async () => {
  const gaps = fc.array(fc.constantFrom(0, 0, 1, 900, 70_000, 9e6, 9e8), { maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(gaps, fc.constantFrom(0, -864e5, 864e5), async (steps, skewMs) => {
      let ms = NOW;
      const { stored, find } = service(
        steps.map((stepMs, index) => {
          ms -= stepMs;
          return delivery(ms, index);
        }),
      );
      const pager = createPager(find, 7);
      expect(ids(await readAll(pager, NOW + skewMs))).toEqual(ids(stored.toReversed()));
    }),
  );
});

test('a burst of thousands in one second is read to its end', async () => {
  const burst = Array.from({ length: 2345 }, (_, index) =>
    delivery(NOW - (index % 500), index >> 3),
  );
  const unique = [...new Map(burst.map((row) => [row.id, row])).values()];
  const { stored, find } = service(unique);
  expect(ids(await createPager(find, SIZE).read(NOW))).toEqual(ids(stored.slice(-SIZE).reverse()));
});

test('the newest page follows what comes, with one question at a time', async () => {
  const { stored, find, calls } = service(every(100, 1000));
  const pager = createPager(find, SIZE);
  await pager.read(NOW);
  stored.push(delivery(NOW + 1));
  const before = calls();
  expect((await pager.read(NOW + 2))[0]).toEqual(delivery(NOW + 1));
  expect(calls() - before).toBe(1);
});

test('an older page stays as it is while others come', async () => {
  const { stored, find } = service(every(100, 1000));
  const pager = createPager(find, SIZE);
  await pager.read(NOW);
  pager.older();
  const older = await pager.read(NOW);
  stored.push(delivery(NOW + 1));
  expect(await pager.read(NOW + 2)).toEqual(older);
  pager.newer();
  expect((await pager.read(NOW + 2))[0]).toEqual(delivery(NOW + 1));
  expect(pager.isNewest()).toBe(true);
});

test('where rows leave, older ones take their place', async () => {
  const { stored, find } = service(every(100, 1000));
  const pager = createPager(find, SIZE);
  await pager.read(NOW);
  stored.splice(-10);
  expect(ids(await pager.read(NOW))).toEqual(ids(stored.slice(-SIZE).reverse()));
});

test('a page that was turned while it was read is not shown', async () => {
  const { find } = service(every(60, 1000));
  const pager = createPager(find, SIZE);
  await pager.read(NOW);
  const reading = pager.read(NOW);
  pager.older();
  expect(await reading).toBeNull();
});

test('a short list is one page', async () => {
  const { find } = service(every(3, 1000));
  const pager = createPager(find, SIZE);
  expect(await pager.read(NOW)).toHaveLength(3);
  expect(pager.hasOlder()).toBe(false);
});
