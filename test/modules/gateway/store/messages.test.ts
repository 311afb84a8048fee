import { describe, expect, test } from 'bun:test';
import type { CatalogEvent } from '../../../../src/core/events/contract/catalog.ts';
import { pruneStore } from '../../../../src/core/messages/store/pruning.ts';
import { searchMessages } from '../../../../src/modules/gateway/store/messages.ts';
import { type GatewayOptions, gateway } from '../../../helpers/gateway.ts';
import { ANA, received, sent, TEAM } from '../../../helpers/stored-message.ts';

async function bench(options: GatewayOptions = {}) {
  const g = await gateway({
    ...options,
    operations: [searchMessages],
  });
  const { id, key } = await g.create('shop');
  const get = (query: Record<string, string>, name = 'shop', callerKey: string | null = key) =>
    g.call('GET', `/message/search/${name}?${new URLSearchParams(query)}`, { key: callerKey });
  const ids = async (query: string, more: Record<string, string> = {}) => {
    const { status, body } = await get({ query, ...more });
    expect([query, status]).toEqual([query, 200]);
    return body.messages.records.map((record: { key: { id: string } }) => record.key.id).join('');
  };
  const publish = (...events: CatalogEvent[]) =>
    g.messages.publish({ id, name: 'shop' }, events, []);
  return { g, get, ids, publish };
}

describe('GET /message/search', () => {
  test('200 finds words in texts, captions and names, whatever their case and accents, the last first', async () => {
    const { ids, publish } = await bench();
    await publish(
      received({ ID: 'A', text: 'O pão está pronto' }),
      received({ ID: 'B', content: { imageMessage: { caption: 'Pão de queijo' } as never } }),
      sent({ ID: 'C', content: { documentMessage: { fileName: 'pao.pdf' } as never } }),
      sent({
        ID: 'D',
        content: { extendedTextMessage: { text: 'queijo e pão', contextInfo: {} } },
      }),
      received({ ID: 'E', content: { locationMessage: { name: 'Padaria' } } }),
      received({ ID: 'F', content: { audioMessage: {} as never } }),
    );
    expect(await ids('PAO')).toBe('DCBA');
    expect(await ids('pão queijo')).toBe('DB');
    expect(await ids('"pão de queijo"')).toBe('B');
    expect(await ids('padaria')).toBe('E');
    expect(await ids('pad')).toBe('');
    expect(await ids('nothing')).toBe('');
  });

  test('200 of the instance alone, within a chat, and page by page', async () => {
    const { g, get, ids, publish } = await bench();
    const cafe = await g.create('cafe');
    await g.messages.publish({ id: cafe.id, name: 'cafe' }, [received({ ID: 'X' })], []);
    await publish(
      ...['A', 'B', 'C'].map((ID) => received({ ID })),
      received({ ID: 'D', Chat: TEAM }),
    );
    expect(await ids('hello')).toBe('DCBA');
    expect(await ids('hello', { remoteJid: ANA })).toBe('CBA');
    const { body } = await get({ query: 'hello', limit: '3' });
    expect(await ids('hello', { after: body.messages.next })).toBe('A');
    expect((await get({ query: 'hello' })).body.messages.next).toBeNull();
    expect(await ids(cafe.id)).toBe('');
  });

  test('200 words that a search language knows are only words, and break out of nothing', async () => {
    const { ids, publish } = await bench();
    await publish(received({ ID: 'A', text: 'salt AND pepper OR near owner : 7' }));
    for (const query of [
      'AND',
      'OR NEAR',
      'owner :',
      '"salt',
      'pepper)',
      '(salt',
      '-salt',
      'salt^2*',
    ])
      expect(['A', '']).toContain(await ids(query));
    expect(await ids('AND')).toBe('A');
    expect(await ids('owner')).toBe('A');
  });

  test('200 a NUL character in a query parts words as a blank does', async () => {
    const { ids, publish } = await bench();
    await publish(received({ ID: 'A', text: 'salt and pepper' }));
    for (const query of ['salt\0', '\0salt\0pepper', '"salt\0and'])
      expect([query, await ids(query)]).toEqual([query, 'A']);
    expect(await ids('salt\0sugar')).toBe('');
  });

  test('200 what has been pruned is not found any more', async () => {
    const { g, ids, publish } = await bench();
    await publish(received({ ID: 'A' }));
    await pruneStore(g.database, g.clock.now() + 1);
    expect(await ids('hello')).toBe('');
    const check = "insert into stored_texts (stored_texts) values ('integrity-check')";
    await g.database.query(check, []);
  });

  test('400 without a word to search for, and with too much', async () => {
    const { get } = await bench();
    for (const query of ['', ' ', '\0', '!?', '*', '""', 'x'.repeat(201)])
      expect([query, (await get({ query })).status]).toEqual([query, 400]);
    expect((await get({})).status).toBe(400);
    expect((await get({ query: 'hello', limit: '501' })).status).toBe(400);
    expect((await get({ query: 'hello', after: 'x' })).status).toBe(400);
  });

  test('401, 403, 404 as everywhere, and 409 while the store is switched off', async () => {
    const { g, get } = await bench({ messageStoreHours: 0 });
    const cafe = await g.create('cafe');
    expect((await get({ query: 'hello' })).status).toBe(409);
    expect((await get({ query: 'hello' }, 'shop', null)).status).toBe(401);
    expect((await get({}, 'shop', cafe.key)).status).toBe(403);
    expect((await g.call('GET', '/message/search/nobody?query=a')).status).toBe(404);
  });
});
