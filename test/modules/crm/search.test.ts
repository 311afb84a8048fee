/** Lists of many records, searched and sorted while others go on. */
import { expect, test } from 'bun:test';
import type { SQL } from 'drizzle-orm';
import { inboxes } from '../../../src/core/db/schema/crm.ts';
import { comparableText } from '../../../src/core/shared/characters.ts';
import { findRecords } from '../../../src/modules/crm/search.ts';
import { type CrmBench, crmBench } from '../../helpers/crm.ts';
import { generator } from '../../helpers/generator.ts';

/** Inserts inboxes whose names are a text and their number. */
const insert = ({ db, accountId }: CrmBench, many: number, text: string) =>
  db.query(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})
      insert into inboxes (id, account_id, name, channel_type, created_at, updated_at)
      select printf('01900000-0000-7000-8000-%012x', i), ?, ? || i, 'api', i, i from n`,
    [accountId, text],
  );

test('a list of several slices is searched and sorted as a whole', async () => {
  const bench = await crmBench();
  const { db, call } = bench;
  await insert(bench, 1_230, 'desk ');
  const below = generator(7);
  const letters = ['a', 'B', 'é', 'E', 'ß', 'ж', '10', '9', ' '];
  for (let at = 1; at <= 1_230; at += 3) {
    const name = Array.from({ length: 1 + below(3) }, () => letters[below(letters.length)]).join(
      '',
    );
    await db.query('update inboxes set name = ? where created_at = ?', [name, at]);
  }
  const rows = await db.query('select name, id from inboxes', []);
  const all = rows.map(([name, id]) => ({ name: String(name), id: String(id) }));
  const keyed = all.map((one) => ({ ...one, key: comparableText(one.name) }));
  for (const [sort, search, sign] of [
    ['name', '', 1],
    ['-name', '', -1],
    ['-name', 'e', -1],
  ] as const) {
    const matching = keyed.filter(({ key }) => key.includes(search));
    matching.sort((a, b) =>
      a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? -sign : sign,
    );
    const names: string[] = [];
    for (let page = 1; page <= 13; page++) {
      const path = `/inboxes?sort=${sort}&search=${search}&pageSize=100&page=${page}`;
      const { body } = await call('GET', path);
      expect(body.meta.pagination.total).toBe(matching.length);
      names.push(...body.data.map((one: { name: string }) => one.name));
    }
    expect(names).toEqual(matching.map(({ name }) => name));
  }
});

test('others are answered while a long list of long names is searched', async () => {
  const bench = await crmBench();
  await insert(bench, 10_000, 'ā'.repeat(200));
  let isOver = false;
  const search = bench.call('GET', '/inboxes?search=7&sort=-name').finally(() => {
    isOver = true;
  });
  let answered = 0;
  for (; !isOver; answered++) expect((await bench.call('GET', '/roles')).status).toBe(200);
  expect((await search).body.meta.pagination.total).toBe(3_439);
  expect(answered).toBeGreaterThan(5);
});

test('an account searches one list at a time, and another account does not wait for it', async () => {
  const bench = await crmBench();
  await insert(bench, 10_000, 'desk ');
  const { token } = await bench.otherAccount();
  const ended: (number | 'other')[] = [];
  const searches = Array.from({ length: 20 }, async () => {
    const answer = await bench.call('GET', '/inboxes?search=desk');
    ended.push(answer.status);
    return answer;
  });
  const other = bench.call('GET', '/inboxes?search=desk', { token });
  const [answers] = await Promise.all([
    Promise.all(searches),
    other.then(() => ended.push('other')),
  ]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeWithin(3, 5);
  for (const { status, headers, body } of refused) {
    expect([status, body.error.code, headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMITED',
      '5',
    ]);
    expect(body.error.message).toStartWith(
      'Lists are being searched or sorted by other calls, and ',
    );
  }
  expect(ended.indexOf('other')).toBeLessThan(5);
});

test('any number of calls search lists of one slice at once', async () => {
  const bench = await crmBench();
  await insert(bench, 499, 'desk ');
  const searches = Array.from({ length: 40 }, () => bench.call('GET', '/inboxes?search=desk'));
  for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
});

test('a search ends when its caller has gone', async () => {
  const bench = await crmBench();
  await insert(bench, 3_000, 'desk ');
  const caller = new AbortController();
  let slices = 0;
  const select = (condition?: SQL) => {
    if (++slices === 2) caller.abort();
    return bench.db.orm.select().from(inboxes).where(condition);
  };
  const fields = { id: inboxes.id, searched: { name: inboxes.name }, sorted: {} };
  const asker = { signal: caller.signal, inTurn: (work: () => Promise<void>) => work() };
  const lookup = { fields, words: 'x', sortedBy: null, isDescending: false, asker };
  const found = findRecords(bench.db, select, lookup, { offset: 0, pageSize: 20 });
  await expect(found).rejects.toThrow('the caller has disconnected');
  expect(slices).toBe(2);
});

test('place 100,001 of a sorted list is 400, and the last place before it is read', async () => {
  const bench = await crmBench();
  await insert(bench, 100_001, '');
  const at = (skip: number) =>
    bench.call('GET', `/inboxes?sort=-created_at&pageSize=1&skip=${skip}`);
  expect((await at(99_999)).body.data).toMatchObject([{ name: '2' }]);
  const { status, body } = await at(100_000);
  expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
  expect(body.error.message).toContain('up to place 100000');
});
