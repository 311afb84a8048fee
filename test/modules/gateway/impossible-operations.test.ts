/** Paths of products that are not built in: what clients that ask for them read. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { PAGES } from '../../../src/modules/docs/pages.ts';
import { ABSENT_PRODUCTS } from '../../../src/modules/gateway/impossible-operations.ts';
import { sharedApp } from '../../helpers/shared.ts';

let key: string;
const app = sharedApp();
const evolution = sharedApp({ env: { EVOLUTION_MODE: 'true' } });
beforeAll(async () => {
  key = await app.openInstance('shop');
  await app.openInstance('cafe');
  await evolution.openInstance('shop');
});

const PREFIXES = ABSENT_PRODUCTS.map(({ path }) => path);
const PAGE = '/docs/from-evolution#products-that-are-not-built-in';

describe.each(PREFIXES)('%s', (path) => {
  test.each([
    ['POST', 'set/shop'],
    ['POST', 'create/shop'],
    ['PUT', 'update/7/shop'],
    ['DELETE', 'delete/7/shop'],
    ['GET', 'fetchSettings/shop'],
  ])('404 %s …/%s says what to use instead, and where to read more', async (method, below) => {
    const body = method === 'GET' ? undefined : { enabled: true };
    const answer = await app.call(method, `${path}/${below}`, body, key);
    expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(answer.body.error.message).toContain(' is not built in: ');
    expect(answer.body.error.message).toEndWith(PAGE);
  });

  test('404 in the form of Evolution API in its mode', async () => {
    const answer = await evolution.call('POST', `${path}/set/shop`, { enabled: true });
    expect([answer.status, answer.body]).toEqual([
      404,
      {
        status: 404,
        error: 'Not Found',
        response: { message: [expect.stringContaining('is not built in')] },
      },
    ]);
  });

  test('200 what an instance has of it is null, or nothing', async () => {
    for (const [below, nothing] of [
      ['find/shop', null],
      ['find/shop?_=1', null],
      ['fetch/7/shop', null],
      ['fetchSessions/7/shop', []],
      ['creds/shop', []],
    ])
      expect(await app.call('GET', `${path}/${below}`, undefined, key)).toMatchObject({
        status: 200,
        body: nothing,
      });
  });

  test('401 for strangers, 403 for the key of another instance, 404 for an unknown one', async () => {
    for (const [method, below] of [
      ['GET', 'find/shop'],
      ['POST', 'set/shop'],
      ['POST', ''],
      ['PATCH', 'set/shop'],
      ['GET', 'a/b/c/d/e'],
    ] as const)
      expect((await app.call(method, `${path}/${below}`, undefined, null)).status).toBe(401);
    expect((await app.call('GET', `${path}/find/cafe`, undefined, key)).status).toBe(403);
    const nobody = await app.call('GET', `${path}/find/nobody`);
    expect([nobody.status, nobody.body.error.message]).toEqual([404, 'instance not found']);
  });
});

test('a name that is percent-encoded is understood, and a broken body is not looked at', async () => {
  const name = 'Loja São João';
  await app.call('POST', '/instance/create', { instanceName: name });
  const path = `/typebot/find/${encodeURIComponent(name)}`;
  expect((await app.call('GET', path)).status).toBe(200);
  expect((await app.call('GET', '/typebot/find/%ff')).status).toBe(400);
  const headers = { apikey: key, 'content-type': 'application/json' };
  const broken = { method: 'POST', headers, body: '{"enabled"' };
  expect((await fetch(`${app.url}/typebot/set/shop`, broken)).status).toBe(404);
});

test('the page lists every product with what to use instead', () => {
  const page = PAGES.get('from-evolution')?.texts.en ?? '';
  const [, section = ''] = page.split('## Products that are not built in\n');
  expect(section).not.toBe('');
  for (const { path, instead } of ABSENT_PRODUCTS) {
    const row = section.split('\n').find((line) => line.includes(`\`${path}\``)) ?? '';
    const said = row.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1');
    const [link = '', page = ''] = / \(\/docs\/([^)]+)\)/.exec(instead) ?? [];
    expect([path, said]).toEqual([path, expect.stringContaining(instead.replace(link, ''))]);
    expect(row).toContain(page.replace('#', '.md#'));
  }
});
