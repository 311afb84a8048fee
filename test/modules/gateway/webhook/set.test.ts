import { beforeEach, describe, expect, test } from 'bun:test';
import { CAFE, SHARED_REFUSALS, SHOP } from '../../../helpers/gateway-server.ts';
import { FULL, URL_SET, type WebhookBench, webhookBench } from './setup.ts';

let bench: WebhookBench;

beforeEach(async () => {
  bench = await webhookBench();
});

describe('POST /webhook/set/:instanceName', () => {
  test('200 the record is stored, and the answer is the envelope without data', async () => {
    const answer = await bench.set(FULL);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      message: 'Webhook set',
      meta: { timestamp: '2026-01-05T10:00:00.000Z' },
    });
    expect(bench.settings.get(SHOP.id)?.webhook).toMatchObject({
      isSet: true,
      enabled: true,
      url: URL_SET,
      headers: { 'X-Token': 'secret-value' },
      base64: true,
      events: ['Receipt', 'CALL', 'Connected'],
    });
    expect(bench.settings.get(CAFE.id)?.webhook.isSet).toBe(false);
    expect(bench.retargeted).toEqual([`${SHOP.id} webhook`]);
  });

  test("200 the instance's own key may", async () => {
    const answer = await bench.call('POST', '/webhook/set/shop', { key: 'shop-key', body: FULL });
    expect(answer.status).toBe(200);
  });

  test('200 a wrapper, and fields of other systems beside the known ones', async () => {
    const wrapped = { webhook: { ...FULL, byEvents: false, webhookBase64: true }, extra: 1 };
    expect((await bench.set(wrapped)).status).toBe(200);
    expect(bench.settings.get(SHOP.id)?.webhook.url).toBe(URL_SET);
    expect(
      (await bench.set({ ...FULL, url: 'https://flat.test/', webhookByEvents: true })).status,
    ).toBe(200);
    expect(bench.settings.get(SHOP.id)?.webhook.url).toBe('https://flat.test/');
  });

  test('200 the record is replaced whole: what is absent gets its default', async () => {
    await bench.set(FULL);
    await bench.set({ enabled: true, url: URL_SET });
    expect((await bench.find()).json).toEqual({
      enabled: true,
      url: URL_SET,
      events: ['ALL'],
      headers: {},
      verifyToken: null,
      base64: null,
      format: 'gatehouse',
      byEvents: false,
    });
    await bench.set({ enabled: false });
    expect((await bench.find()).json).toMatchObject({ enabled: false, url: '' });
  });

  test('200 it is turned off by a client that writes a word in place of no URL', async () => {
    const webhook = { enabled: false, url: 'vazio' };
    expect((await bench.set({ webhook })).status).toBe(200);
    expect((await bench.find()).json).toMatchObject({ enabled: false, url: '' });
    const { status, json } = await bench.set({ webhook: { ...webhook, enabled: true } });
    expect([status, json.error.message]).toEqual([400, expect.stringContaining('url is required')]);
  });

  test('200 an empty event list is ALL; repeats and case are tidied', async () => {
    await bench.set({ ...FULL, events: [] });
    expect(bench.settings.get(SHOP.id)?.webhook.events).toEqual(['ALL']);
    await bench.set({ ...FULL, events: ['receipt', 'RECEIPT', ' all '] });
    expect(bench.settings.get(SHOP.id)?.webhook.events).toEqual(['Receipt', 'ALL']);
  });

  test('200 names of events that never happen here are accepted, and the message lists them', async () => {
    const events = ['MESSAGES_UPSERT', 'MESSAGES_SET', 'labels_edit', 'TYPEBOT_START'];
    const { status, json } = await bench.set({ ...FULL, events });
    expect(status).toBe(200);
    expect(json.message).toBe('Webhook set; never sent here: MESSAGES_SET, TYPEBOT_START');
    expect((await bench.find()).json.events).toEqual([
      'MESSAGES_UPSERT',
      'MESSAGES_SET',
      'LABELS_EDIT',
      'TYPEBOT_START',
    ]);
  });

  test('400 a name that no system knows, with the nearest one', async () => {
    const { status, json } = await bench.set({ ...FULL, events: ['MESSAGE_UPSERT'] });
    expect(status).toBe(400);
    expect(json.error.message).toContain('"MESSAGE_UPSERT" (did you mean MESSAGES_UPSERT?)');
  });

  test('200 what find showed can be sent back, masked headers included', async () => {
    await bench.set(FULL);
    const { json } = await bench.find();
    const url = 'https://RECEIVER.test:443/other?path=1';
    expect((await bench.set({ ...json, url })).status).toBe(200);
    expect(bench.settings.get(SHOP.id)?.webhook).toMatchObject({
      url: 'https://receiver.test/other?path=1',
      headers: { 'X-Token': 'secret-value' },
    });
  });

  test.each([
    'https://moved.test/hook',
    'http://receiver.test/hook',
    'https://receiver.test:8443/hook',
    'https://receiver.test.moved.test/hook',
    'https://hook.receiver.test/',
  ])('400 a masked header never follows the webhook to %s, and is named', async (url) => {
    await bench.set(FULL);
    const { json: shown } = await bench.find();
    const { status, json } = await bench.set({ ...shown, url });
    expect(status).toBe(400);
    expect(json.error).toMatchObject({
      code: 'BAD_REQUEST',
      message:
        'headers.X-Token must be given again: a stored value stays with its scheme, host and port',
    });
    expect(bench.settings.get(SHOP.id)?.webhook).toMatchObject({
      url: URL_SET,
      headers: { 'X-Token': 'secret-value' },
    });
    const anew = { ...shown, url, headers: { 'X-Token': 'for the new one' } };
    expect((await bench.set(anew)).status).toBe(200);
  });

  test('400 a masked header does not move in two steps either, by way of no URL at all', async () => {
    await bench.set(FULL);
    const { json: shown } = await bench.find();
    expect((await bench.set({ ...shown, enabled: false, url: '' })).status).toBe(200);
    expect((await bench.set({ ...shown, url: 'https://moved.test/' })).status).toBe(400);
  });

  test('400 every wrong field is named in one message', async () => {
    const { status, json } = await bench.set({
      enabled: 'yes',
      url: 'ftp://receiver.test/',
      events: ['MESAGE', 'Recipt', 'Message'],
      headers: { host: 'x', 'x-a': 'a\nb' },
      base64: 1,
    });
    expect(status).toBe(400);
    expect(json.error.code).toBe('BAD_REQUEST');
    for (const part of ['enabled', 'url', 'events', 'headers.host', 'headers.x-a', 'base64'])
      expect(json.error.message).toContain(part);
    expect(json.error.message).toContain('"MESAGE" (did you mean MESSAGE?)');
    expect(json.error.message).toContain('"Recipt" (did you mean Receipt?)');
    expect(json.error.message).not.toContain('"Message"');
  });

  const REFUSED: [string, unknown, string][] = [
    ['enabled is missing', { url: URL_SET }, 'enabled is required'],
    ['enabled is null', { enabled: null, url: URL_SET }, 'enabled'],
    ['enabled is a text', { enabled: 'yes', url: URL_SET }, 'enabled'],
    ['url is missing', { enabled: true }, 'url is required'],
    ['url is empty', { enabled: true, url: '' }, 'url is required'],
    ['url is no text', { enabled: true, url: 5 }, 'url'],
    ['url is wrong although disabled', { enabled: false, url: 'nonsense' }, 'url'],
    [
      'url has 3 000 characters',
      { enabled: true, url: `https://a.test/${'a'.repeat(3_000)}` },
      '2048',
    ],
    [
      'an address literal the guard refuses',
      { enabled: true, url: 'http://10.0.0.1/' },
      'it is private',
    ],
    [
      'the same address in another spelling',
      { enabled: true, url: 'http://167772161/' },
      'it is private',
    ],
    ['port 0', { enabled: true, url: 'http://a.test:0/' }, 'port 0'],
    ['credentials in the URL', { enabled: true, url: 'http://u:p@a.test/' }, 'credentials'],
    ['a line end in the URL', { enabled: true, url: 'http://a.test/\r\nx: y' }, 'whitespace'],
    ['a line end in a header', { ...FULL, headers: { 'x-a': 'a\r\nb: c' } }, 'headers.x-a'],
    [
      'a header of the connection',
      { ...FULL, headers: { 'Content-Length': '1' } },
      'Content-Length',
    ],
    ['a header beyond ASCII', { ...FULL, headers: { 'x-a': 'ü' } }, 'headers.x-a'],
    ['headers is a list', { ...FULL, headers: ['a'] }, 'headers'],
    ['headers is a list', { ...FULL, headers: ['a'] }, 'headers'],
    ['events is a text', { ...FULL, events: 'ALL' }, 'events'],
    ['events holds a number', { ...FULL, events: [5] }, 'events'],
    ['events is endless', { ...FULL, events: Array(101).fill('ALL') }, 'events'],
    ['events holds an unknown name beside ALL', { ...FULL, events: ['ALL', 'nope'] }, '"nope"'],
    ['base64 is a text', { ...FULL, base64: 'yes' }, 'base64'],
    ['the wrapper is empty', { webhook: {} }, 'enabled is required'],
    ['an empty object', {}, 'enabled is required'],
    ['a list', [FULL], 'object'],
    ['null', null, 'object'],
  ];
  test.each(REFUSED)('400 %s, and nothing is stored', async (_, body, named) => {
    const before = await bench.rows();
    const { status, json } = await bench.set(body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ success: false, error: { code: 'BAD_REQUEST' } });
    expect(json.error.message).toContain(named);
    expect(await bench.rows()).toEqual(before);
    expect(bench.retargeted).toEqual([]);
  });

  test.each([
    ['no JSON', '{"enabled":'],
    ['__proto__ as a field', `{"__proto__":{"enabled":true,"url":"${URL_SET}"}}`],
    ['__proto__ as a header', `{"enabled":true,"url":"${URL_SET}","headers":{"__proto__":"x"}}`],
    [
      '10 000 levels',
      `{"enabled":true,"url":"${URL_SET}","x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    ],
  ])('400 %s, and nothing is stored or polluted', async (_, raw) => {
    const before = await bench.rows();
    const { status, json } = await bench.call('POST', '/webhook/set/shop', { raw });
    expect(status).toBe(400);
    expect(json.error.code).toBe('BAD_REQUEST');
    expect(await bench.rows()).toEqual(before);
    expect(({} as Record<string, unknown>).enabled).toBeUndefined();
  });

  test('400 no body', async () => {
    expect((await bench.call('POST', '/webhook/set/shop')).status).toBe(400);
  });

  test('500 the database cannot be written', async () => {
    await bench.db.query(
      "create trigger refuse before update on endpoints begin select raise(abort, 'no'); end",
      [],
    );
    const { status, json } = await bench.set(FULL);
    expect(status).toBe(500);
    expect(json.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(bench.settings.get(SHOP.id)?.webhook.isSet).toBe(false);
  });

  test.each([...SHARED_REFUSALS])('$promise', async ({ key, name, status, code }) => {
    const before = await bench.rows();
    const answer = await bench.call('POST', `/webhook/set/${name}`, { key, body: FULL });
    expect(answer.status).toBe(status);
    expect(answer.json.error.code).toBe(code);
    expect(await bench.rows()).toEqual(before);
  });
});
