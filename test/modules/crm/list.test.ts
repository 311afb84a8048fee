/** Lists of the CRM as a person looks something up in them: searched, sorted and turned page by page. */
import { describe, expect, test } from 'bun:test';
import { type CrmBench, crmBench } from '../../helpers/crm.ts';

interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

const namesIn = (data: readonly NamedRecord[]): string[] => data.map(({ name }) => name);
const searchFor = (text: string): string => `search=${encodeURIComponent(text)}`;

/** Reads a list that must be answered. */
async function read({ call }: CrmBench, path: string, query: string) {
  const { status, body } = await call('GET', `${path}?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return { names: namesIn(body.data), total: body.meta.pagination.total, data: body.data };
}

async function inboxes(...names: string[]) {
  const bench = await crmBench();
  for (const name of names) await bench.call('POST', '/inboxes', { body: { name } });
  return { ...bench, list: (query: string) => read(bench, '/inboxes', query) };
}

const KINDS: readonly [path: string, body: (name: string) => object][] = [
  ['/accounts', (name) => ({ name })],
  ['/users', (name) => ({ name, email: `${name.charCodeAt(0)}@example.com` })],
  ['/roles', (name) => ({ name })],
  ['/access_tokens', (name) => ({ name })],
  ['/pipelines', (name) => ({ pipeline: { name } })],
  ['/inboxes', (name) => ({ name })],
  ['/mcp-servers', (name) => ({ name, config_type: 'sse' })],
  ['/webhooks', (name) => ({ name, url: 'https://shop.example.com/hook' })],
];

describe('every list of records', () => {
  test.each(KINDS)('%s is searched and sorted by name', async (path, body) => {
    const bench = await crmBench();
    const names = ['Zé Ñandú', 'apple', 'zebra'];
    for (const name of names)
      expect((await bench.call('POST', path, { body: body(name) })).status).toBe(201);
    expect(await read(bench, path, 'search=nandu&pageSize=1')).toMatchObject({
      ...{ names: ['Zé Ñandú'], total: 1 },
    });
    const all = await read(bench, path, 'sort=-name&pageSize=2');
    expect(all.names).toEqual(['zebra', 'Zé Ñandú']);
    expect(all.total).toBeGreaterThanOrEqual(3);
    expect((await read(bench, path, 'sort=name&search=ze')).names).toEqual(['Zé Ñandú', 'zebra']);
  });

  test('/accounts/{id}/invitations is searched by address', async () => {
    const bench = await crmBench();
    const { accountId, call, otherAccount } = bench;
    const { token } = await otherAccount();
    for (const name of ['ana', 'bia']) {
      const body = { name, email: `${name}@example.com` };
      const made = await call('POST', '/users', {
        token,
        body: { ...body, role: 'account_owner' },
      });
      expect(made.status).toBe(201);
      expect((await call('POST', '/users', { body })).status).toBe(202);
    }
    const path = `/accounts/${accountId}/invitations`;
    const found = await read(bench, path, 'search=BIA@');
    expect([found.data[0].email, found.total]).toEqual(['bia@example.com', 1]);
    const sorted = await read(bench, path, 'sort=-email');
    expect(sorted.data.map(({ email }: { email: string }) => email)).toEqual([
      'bia@example.com',
      'ana@example.com',
    ]);
  });
});

describe('search', () => {
  test('finds a text in the middle, in any case, with or without accents, in any script', async () => {
    const { list } = await inboxes(
      ...['Joana São João', 'JOAO', 'Отдел продаж', 'خدمة العملاء', 'Straße', 'Οδός 7'],
    );
    const joao = ['Joana São João', 'JOAO'];
    for (const [text, names] of [
      ['joao', joao],
      ['JOÃO', joao],
      ['joa\u0303o', joao],
      [' são jo ', ['Joana São João']],
      ['ПРОДАЖ', ['Отдел продаж']],
      ['STRAßE', ['Straße']],
      ['ΟΔΌς', ['Οδός 7']],
      ['العملاء', ['خدمة العملاء']],
      ['joão xavier', []],
    ] as const)
      expect([text, (await list(searchFor(text))).names]).toEqual([text, [...names]]);
  });

  test.each([
    ['stefan', 'Ştefan'],
    ['STEFAN', 'Ștefan'],
    ['š', 'simona'],
    ['s', 'Šárka'],
    ['łodz', 'LODZ'],
    ['lodz', 'Łódź'],
    ['novacek', 'Nováček'],
    ['GABOR ERDŐ', 'gábor erdo'],
    ['soren', 'Søren'],
    ['οδόσ', 'Οδός'],
    ['jose silva', 'Jose\u0301 Silva'],
    ['отдел й', 'Отдел и\u0306'],
  ])('for %s finds %s', async (text, name) => {
    const { list } = await inboxes('Fabrik', name);
    expect((await list(searchFor(text))).total).toBe(1);
  });

  test('takes every character for itself', async () => {
    const plain = ['plain', 'other'];
    const odd = ['50% off', 'a_b', "it's", 'say "hi"', 'a*b', 'why?', '[x]', 'x^y', 'c-d', 'e\\f'];
    const { list } = await inboxes(...plain, ...odd);
    const marks = ['%', '_', "'", '"', '*', '?', '[', '^', '-', '\\'];
    for (const [index, mark] of marks.entries())
      expect([mark, (await list(searchFor(mark))).names]).toEqual([mark, [odd[index] ?? '']]);
    expect((await list(searchFor(']'))).names).toEqual(['[x]']);
    expect((await list(searchFor("' or 1=1 --"))).names).toEqual([]);
  });

  test('takes as many different letters as a text may have', async () => {
    const letters = String.fromCodePoint(...Array.from({ length: 99 }, (_, at) => 0x391 + at));
    const { list } = await inboxes(`${letters.toLowerCase()}é`, 'é');
    expect((await list(searchFor(`${letters}E`))).total).toBe(1);
  });

  test('that is blank is none', async () => {
    const { list } = await inboxes('a', 'b');
    for (const text of ['', '  ']) expect((await list(searchFor(text))).total).toBe(2);
  });

  test('keeps its count on a page beyond the end', async () => {
    const { list } = await inboxes('shop 1', 'shop 2', 'shop 3', 'desk');
    const last = await list('search=shop&page=2&pageSize=2');
    expect([last.names, last.total]).toEqual([['shop 3'], 3]);
    const beyond = await list('search=shop&page=9&pageSize=2');
    expect([beyond.names, beyond.total]).toEqual([[], 3]);
  });

  test('finds nothing of another account', async () => {
    const { call, list, otherAccount } = await inboxes('Shop');
    const { token } = await otherAccount();
    await call('POST', '/inboxes', { token, body: { name: 'Shop elsewhere' } });
    expect(await list('search=shop')).toMatchObject({ names: ['Shop'], total: 1 });
  });

  test('finds no secret, nor what only some readers see', async () => {
    const bench = await crmBench();
    const { call } = bench;
    const url = 'https://shop.example.com/hook?key=hidden';
    const hook = await call('POST', '/webhooks', { body: { name: 'app', url } });
    const mcp = { name: 'Tickets', config_type: 'sse', config_json: { url } };
    await call('POST', '/mcp-servers', { body: mcp });
    const { body } = await call('POST', '/access_tokens', { body: { name: 'nightly' } });
    const { token, token_prefix: prefix } = body.data;
    expect(await read(bench, '/webhooks', 'search=hidden')).toMatchObject({ total: 0 });
    const secret = hook.body.data.secret.slice(-20);
    expect(await read(bench, '/webhooks', searchFor(secret))).toMatchObject({ total: 0 });
    expect(await read(bench, '/mcp-servers', 'search=hidden')).toMatchObject({ total: 0 });
    const end = searchFor(token.slice(prefix.length));
    expect(await read(bench, '/access_tokens', end)).toMatchObject({ total: 0 });
    expect((await read(bench, '/access_tokens', searchFor(prefix))).names).toEqual(['nightly']);
  });

  test.each([
    ['of 10,000 characters', 'x'.repeat(10_000), 'must have at most 100 characters'],
    ['with a NUL', 'a\0b', 'must not contain control or zero-width characters'],
  ])('%s is 400', async (_, text, message) => {
    const { call } = await crmBench();
    const { status, body } = await call('GET', `/inboxes?${searchFor(text)}`);
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toBe(`The query is invalid: search ${message}`);
  });
});

describe('sort', () => {
  test('goes on from page to page, with the oldest first among equals', async () => {
    const { list } = await inboxes('b', 'a', 'B', 'c', 'A');
    const pages = [1, 2, 3].map((page) => list(`sort=name&pageSize=2&page=${page}`));
    const names = (await Promise.all(pages)).flatMap((page) => page.names);
    expect(names).toEqual(['a', 'A', 'b', 'B', 'c']);
    expect((await list('sort=-name')).names).toEqual(['c', 'b', 'B', 'a', 'A']);
    expect((await list('sort=-created_at')).total).toBe(5);
  });

  test('takes a letter with an accent for the one without', async () => {
    const names = ['andré', 'Andrea', 'Ângela', 'eco', 'Élan', 'Eva', 'Łódź', 'Šimon', 'so', 'Zé'];
    const { list } = await inboxes(...names.toReversed());
    expect((await list('sort=name')).names).toEqual(names);
    expect((await list('sort=-name')).names).toEqual(names.toReversed());
  });

  test('puts records without a value first', async () => {
    const bench = await inboxes('without');
    const body = { name: 'with', instance_name: 'shop' };
    await bench.call('POST', '/inboxes', { body });
    expect((await bench.list('sort=instance_name')).names).toEqual(['without', 'with']);
    expect((await bench.list('sort=-instance_name')).names).toEqual(['with', 'without']);
  });

  test.each([
    ['/inboxes', 'height'],
    ['/inboxes', 'name;--'],
    ['/inboxes', '--name'],
    ['/inboxes', 'constructor'],
    ['/access_tokens', 'token_hash'],
    ['/webhooks', 'url'],
    ['/webhooks', 'secret'],
    ['/mcp-servers', 'environments'],
  ])('of %s by %s is 400 with the fields that there are', async (path, sort) => {
    const { call } = await crmBench();
    const { status, body } = await call('GET', `${path}?sort=${encodeURIComponent(sort)}`);
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.error.message).toContain('sort must be one of: name, -name, ');
  });
});
