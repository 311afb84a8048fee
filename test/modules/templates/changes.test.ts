/** Templates that are there, changed and deleted. */
import { beforeEach, describe, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import type { GatewayServer } from '../../helpers/gateway-server.ts';
import { BODY, DRAFT, templateServer } from './sandbox-server.ts';

let db: Database;
let server: GatewayServer;
beforeEach(async () => {
  ({ db, server } = await templateServer());
});

const create = async (draft: object = {}) =>
  (await server.call('POST', '/template/create/shop', { body: { ...DRAFT, ...draft } })).json.id;
const edit = (body: unknown, name = 'shop') =>
  server.call('POST', `/template/edit/${name}`, { body });
const remove = (body: unknown, name = 'shop') =>
  server.call('DELETE', `/template/delete/${name}`, { body });
const find = async () => (await server.call('GET', '/template/find/shop')).json;

describe('POST /template/edit', () => {
  test('200 components and category are replaced, what is absent stays', async () => {
    const templateId = await create();
    const components = [{ ...BODY, text: 'Your order is ready' }];
    const first = await edit({ templateId, components, allowCategoryChange: true });
    expect([first.status, first.json]).toEqual([200, (await find())[0]]);
    expect(first.json).toMatchObject({ id: templateId, category: 'UTILITY', components });
    const second = await edit({ templateId, category: 'MARKETING' });
    expect(second.json).toMatchObject({ category: 'MARKETING', components });
    const third = await edit({ templateId, message_send_ttl_seconds: 86_400 });
    expect(third.json).toMatchObject({ components, message_send_ttl_seconds: 86_400 });
  });

  test('200 another category, although the template is older than a rule', async () => {
    const templateId = await create();
    const components = JSON.stringify([{ type: 'BODY', text: '{{1}} is ready' }]);
    await db.batch([{ sql: 'update templates set components = ?', params: [components] }]);
    expect((await edit({ templateId, category: 'MARKETING' })).status).toBe(200);
    const refused = await edit({ templateId, category: 'AUTHENTICATION' });
    expect([refused.status, refused.json.error.message]).toEqual([
      400,
      'components must hold BUTTONS with one of type OTP',
    ]);
  });

  test('400 what no template may be, nothing to change, and nothing is changed', async () => {
    const templateId = await create();
    const before = await find();
    for (const [body, field] of [
      [{ category: 'MARKETING' }, 'templateId'],
      [{ templateId }, 'name at least one of category, components, message_send_ttl_seconds'],
      [{ templateId, message_send_ttl_seconds: 5 }, 'message_send_ttl_seconds'],
      [{ templateId, category: 'other' }, 'category'],
      [{ templateId, components: [] }, 'components'],
      [{ templateId, components: [{ type: 'BODY', text: '' }] }, 'components'],
    ] as const) {
      const { status, json } = await edit(body);
      expect([status, json.error.message]).toEqual([400, expect.stringContaining(field)]);
    }
    expect(await find()).toEqual(before);
  });

  test("404 an unknown id, and another instance's", async () => {
    const templateId = await create();
    expect((await edit({ templateId: 'none', category: 'MARKETING' })).status).toBe(404);
    expect((await edit({ templateId, category: 'MARKETING' }, 'cafe')).status).toBe(404);
  });

  test('409 when all of them would be too large', async () => {
    const text = 'x'.repeat(1_000);
    const templateId = await create();
    const large = JSON.stringify([{ type: 'BODY', text: 'x'.repeat(8 * 1024 * 1024 - 500) }]);
    await db.batch([
      { sql: 'update templates set components = ? where id = ?', params: [large, templateId] },
    ]);
    const other = { name: 'small', language: 'en' };
    const small = await create(other);
    const { status } = await edit({ templateId: small, components: [{ ...BODY, text }] });
    expect(status).toBe(409);
    // The one that is replaced does not count.
    const shorter = await edit({ templateId, components: [{ ...BODY, text }] });
    expect(shorter.status).toBe(200);
  });
});

describe('DELETE /template/delete', () => {
  test('200 in all languages, or the one with the id', async () => {
    const en = await create({ language: 'en' });
    await create();
    await create({ name: 'other' });
    const one = await remove({ name: 'order_ready', hsmId: en });
    expect([one.status, one.json]).toEqual([200, { success: true, message: '1 removed' }]);
    await create({ language: 'en' });
    expect((await remove({ name: 'order_ready' })).json.message).toBe('2 removed');
    expect(await find()).toMatchObject([{ name: 'other' }]);
  });

  test('404 where there is none, 400 without a name', async () => {
    const id = await create();
    expect((await remove({ name: 'nobody' })).status).toBe(404);
    expect((await remove({ name: 'nobody', hsmId: id })).status).toBe(404);
    expect((await remove({ name: 'order_ready' }, 'cafe')).status).toBe(404);
    expect((await remove({})).json.error.message).toContain('name');
    expect(await find()).toHaveLength(1);
  });
});
