/** Links to customers' pages: made, opened once, ended, and what their pages see. */

import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { LINKS_PER_INSTANCE } from '../../../src/core/instances/portal-links.ts';
import { PORTAL_SCOPES } from '../../../src/core/instances/scopes.ts';
import { sha256 } from '../../../src/core/shared/crypto.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { startApp } from '../../helpers/app.ts';
import { codeIn, exchange, openCustomerPage } from '../../helpers/portal.ts';
import { sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock();
let key: string;
const app = sharedApp({ clock, env: { PUBLIC_URL: 'https://gate.example.com' } });
beforeAll(async () => {
  key = await app.openInstance('shop');
});

const make = (body?: unknown, apikey?: string, name = 'shop') =>
  app.call('POST', `/portal/${name}`, body, apikey);
const endpoints = (apikey: string) => app.call('GET', '/webhook/endpoints/shop', undefined, apikey);

describe('making one', () => {
  test('201 without a body: an hour, everything, and an address whose secret is sent to no server', async () => {
    const { status, body } = await make();
    expect([status, body.scopes]).toEqual([201, [...PORTAL_SCOPES]]);
    expect(Date.parse(body.expiresAt)).toBe(clock.now() + HOUR_MS);
    expect(body.url).toMatch(/^https:\/\/gate\.example\.com\/manager\/portal#[\w-]{43}$/);
  });

  test('the scopes that others need come with them, and the look is in the address', async () => {
    const { body } = await make({
      ttlSeconds: 60,
      scopes: ['deliveries:redeliver'],
      theme: 'dark',
      language: 'pt-BR',
    });
    expect(body.scopes).toEqual(['endpoints:read', 'deliveries:read', 'deliveries:redeliver']);
    expect(Date.parse(body.expiresAt)).toBe(clock.now() + 60_000);
    expect(body.url).toContain('/manager/portal?theme=dark&language=pt-BR#');
  });

  test.each([
    [{ ttlSeconds: 59 }, 'ttlSeconds must be a whole number from 60 to 604800'],
    [{ ttlSeconds: 604_801 }, 'ttlSeconds must be a whole number from 60 to 604800'],
    [{ scopes: [] }, 'scopes must be an array'],
    [{ scopes: 'all' }, 'scopes must be an array'],
    [{ scopes: ['endpoint:read'] }, 'did you mean endpoints:read?'],
    [{ scopes: ['deliveries:read', 7] }, 'scopes has the unknown scope 7'],
    [{ theme: 'blue' }, 'theme must be one of auto, light, dark'],
    [{ language: 'fr' }, 'language must be one of en, pt-BR, es'],
    [{ ttl: 60 }, 'ttl is not a field of a link'],
    [[], 'must be a JSON object'],
  ])('400 %j', async (asked, problem) => {
    const { status, body } = await make(asked);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(problem)]);
  });

  test('404 for an instance that there is none of, 401 without a key', async () => {
    expect((await make({}, undefined, 'nobody')).status).toBe(404);
    expect((await fetch(`${app.url}/portal/shop`, { method: 'POST' })).status).toBe(401);
  });

  test('a key of the instance makes one that ends no later than itself', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'brief' });
    const expiresAt = new Date(clock.now() + HOUR_MS).toISOString();
    const rotated = await app.call('POST', '/instance/key/rotate/brief', { expiresAt });
    const { apikey } = rotated.body;
    const tooLong = await make({ ttlSeconds: 3_601 }, apikey, 'brief');
    expect([tooLong.status, tooLong.body.error.message]).toEqual([
      403,
      'a key cannot make a link that lives longer than itself',
    ]);
    expect((await make({ ttlSeconds: 3_600 }, apikey, 'brief')).status).toBe(201);
  });

  test('409 beyond as many as an instance may have, until one ends', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'many' });
    for (let count = 0; count < LINKS_PER_INSTANCE; count++)
      expect((await make({ ttlSeconds: 60 }, undefined, 'many')).status).toBe(201);
    const { status, body } = await make({}, undefined, 'many');
    expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
    await clock.advance(60_000);
    expect((await make({}, undefined, 'many')).status).toBe(201);
    const { body: left } = await app.call('GET', '/portal/many');
    expect(left.links).toHaveLength(1);
  });
});

describe('opening one', () => {
  test('it opens once, and says afterwards that it was opened before', async () => {
    const { body: made } = await make({ scopes: ['deliveries:read'] });
    const opened = await exchange(app, codeIn(made.url));
    expect([opened.status, opened.body]).toEqual([
      200,
      {
        credential: expect.stringMatching(/^portal_[\w-]{43}$/),
        instanceName: 'shop',
        scopes: ['endpoints:read', 'deliveries:read'],
        expiresAt: made.expiresAt,
      },
    ]);
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect((await endpoints(opened.body.credential)).status).toBe(200);
    const again = await exchange(app, codeIn(made.url));
    expect([again.status, again.body.error.message]).toEqual([
      410,
      'this link has been opened before',
    ]);
    expect((await endpoints(opened.body.credential)).status).toBe(200);
  });

  test('a browser whose answer was lost gets it again for the same key, and no other does', async () => {
    const { body: made } = await make();
    const code = codeIn(made.url);
    const [key, other] = ['k'.repeat(43), 'o'.repeat(43)];
    const lost = await exchange(app, code, key);
    expect(lost.status).toBe(200);
    expect((await exchange(app, code, key)).body).toEqual(lost.body);
    for (const another of [other, 'short', undefined])
      expect((await exchange(app, code, another)).status).toBe(410);
    expect((await endpoints(lost.body.credential)).status).toBe(200);
  });

  test('of many who open it at once one gets in', async () => {
    const { body: made } = await make();
    const all = await Promise.all(Array.from({ length: 8 }, () => exchange(app, codeIn(made.url))));
    const counts = Map.groupBy(all, ({ status }) => status);
    expect([counts.get(200)?.length, counts.get(410)?.length]).toEqual([1, 7]);
  });

  test('after its time neither the link nor its page opens anything, and the rows are removed', async () => {
    const page = await openCustomerPage(app, 'shop', { ttlSeconds: 60 });
    const { body: unopened } = await make({ ttlSeconds: 60 });
    await clock.advance(60_000);
    expect((await endpoints(page.credential)).status).toBe(401);
    const late = await exchange(app, codeIn(unopened.url));
    expect([late.status, late.body.error.message]).toEqual([410, 'this link has ended']);
    await make();
    const database = new Database(join(app.dataDir, 'gatehouse.db'), { readonly: true });
    const ended = database.query('select count(*) n from portal_links where expires_at <= ?');
    expect(ended.get(clock.now())).toEqual({ n: 0 });
    database.close();
  });

  test('401 for a code that was never made, with its reason', async () => {
    for (const code of ['', 'x', 'A'.repeat(43), 'A'.repeat(100_000).slice(0, 5_000)]) {
      const { status, body } = await exchange(app, code);
      const { reason, message } = body.error;
      expect([status, reason, message]).toEqual([
        401,
        'link_unknown',
        'this link is unknown or has ended',
      ]);
    }
  });
});

describe('ending one', () => {
  test('deleting it closes its page, and a second time it is 404', async () => {
    const page = await openCustomerPage(app, 'shop');
    const path = `/portal/shop/${page.id}`;
    expect((await app.call('GET', '/portal/shop')).body.links[0]).toMatchObject({
      id: page.id,
      opened: true,
    });
    expect((await app.call('DELETE', path)).body).toEqual({ id: page.id });
    expect((await endpoints(page.credential)).status).toBe(401);
    expect((await app.call('DELETE', path)).status).toBe(404);
  });

  test('so does replacing the key of the instance', async () => {
    const page = await openCustomerPage(app, 'shop');
    const { body } = await make();
    key = (await app.call('POST', '/instance/key/rotate/shop')).body.apikey;
    expect((await endpoints(page.credential)).status).toBe(401);
    expect((await exchange(app, codeIn(body.url))).status).toBe(401);
    expect((await endpoints(key)).status).toBe(200);
  });

  test('so does deleting the instance, also for another of its name', async () => {
    await app.call('POST', '/instance/create', { instanceName: 'gone' });
    const page = await openCustomerPage(app, 'gone');
    const { body } = await make({}, undefined, 'gone');
    await app.call('DELETE', '/instance/delete/gone');
    await app.call('POST', '/instance/create', { instanceName: 'gone' });
    const asked = await app.call('GET', '/webhook/endpoints/gone', undefined, page.credential);
    expect(asked.status).toBe(401);
    expect((await exchange(app, codeIn(body.url))).status).toBe(401);
  });
});

describe('its secrets', () => {
  test('neither code nor credential is on disk, in a log line or in the audit', async () => {
    const page = await openCustomerPage(app, 'shop');
    await endpoints(page.credential);
    await app.call(
      'POST',
      '/webhook/endpoints/shop',
      { name: 'a', url: 'https://a.test/' },
      page.credential,
    );
    const database = new Database(join(app.dataDir, 'gatehouse.db'), { readonly: true });
    const rows = database.query('select * from portal_links').all();
    const audit = database.query('select * from gateway_audit').all();
    database.close();
    const written = JSON.stringify([rows, audit, app.lines]);
    for (const secret of [page.code, page.credential, page.credential.replace('portal_', '')])
      expect(written).not.toContain(secret);
    expect(written).toContain(sha256(page.credential));
  });

  test('the audit names the page as who did it', async () => {
    const page = await openCustomerPage(app, 'shop');
    const made = await app.call(
      'POST',
      '/webhook/endpoints/shop',
      { name: 'audited', url: 'https://audited.test/' },
      page.credential,
    );
    expect(made.status).toBe(201);
    const { entries } = (await app.call('GET', '/audit/find?action=endpoint.create')).body;
    expect(entries.at(-1) ?? entries[0]).toMatchObject({ actor: `portal:${page.id}` });
  });
});

test('forged codes count as failed authentications, so that nobody can try many', async () => {
  const careful = await startApp({ env: { AUTH_FAILURES_PER_MINUTE: '3' } });
  const statuses = [];
  for (let count = 0; count < 5; count++)
    statuses.push((await exchange(careful, 'A'.repeat(43))).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  await careful.stop();
});

test('links that have ended are removed once an hour, whether or not another is made', async () => {
  const hourly = manualClock();
  const quiet = await startApp({ clock: hourly });
  await quiet.call('POST', '/instance/create', { instanceName: 'shop' });
  await quiet.call('POST', '/portal/shop', { ttlSeconds: 60 });
  await quiet.call('POST', '/portal/shop', { ttlSeconds: 604_800 });
  const database = new Database(join(quiet.dataDir, 'gatehouse.db'), { readonly: true });
  const count = database.query('select count(*) n from portal_links');
  await hourly.advance(HOUR_MS);
  await until('one is removed', () => Bun.deepEquals(count.get(), { n: 1 }));
  database.close();
  await quiet.stop();
});

test('a restart ends no page', async () => {
  const first = await startApp();
  await first.call('POST', '/instance/create', { instanceName: 'shop' });
  const page = await openCustomerPage(first, 'shop');
  await first.stop();
  const second = await startApp({ dataDir: first.dataDir });
  const { status } = await second.call(
    'GET',
    '/webhook/endpoints/shop',
    undefined,
    page.credential,
  );
  expect(status).toBe(200);
  expect((await exchange(second, page.code)).status).toBe(410);
  await second.stop();
});
