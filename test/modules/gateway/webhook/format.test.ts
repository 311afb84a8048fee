/** Choosing the shape of a webhook's deliveries, and what becomes of the key that one of the shapes carries. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { SHOP } from '../../../helpers/gateway-server.ts';
import { FULL, type WebhookBench, webhookBench } from './setup.ts';

let bench: WebhookBench;
beforeEach(async () => {
  bench = await webhookBench();
});

const setBy = (key: string, change: object) =>
  bench.call('POST', '/webhook/set/shop', { key, body: { ...FULL, ...change } });

describe('POST /webhook/set/:instanceName with a format', () => {
  test('200 evolution-api, with the name of the event in the path', async () => {
    const { status, json } = await bench.set({ ...FULL, format: 'evolution-api', byEvents: true });
    expect([status, json.message]).toEqual([200, 'Webhook set']);
    expect((await bench.find()).json).toMatchObject({ format: 'evolution-api', byEvents: true });
    expect(bench.settings.get(SHOP.id)?.webhook.instanceToken).toBeNull();
  });

  test('200 the names that clients of Evolution API give byEvents and base64', async () => {
    const { base64: _, ...others } = FULL;
    const webhook = { ...others, webhookByEvents: true, webhookBase64: false };
    await bench.set({ webhook: { ...webhook, format: 'evolution-api' } });
    expect(bench.settings.get(SHOP.id)?.webhook).toMatchObject({ byEvents: true, base64: false });
  });

  test('200 byEvents without that format is kept, and the message says that it counts for nothing', async () => {
    const { status, json } = await bench.set({ ...FULL, byEvents: true });
    expect(status).toBe(200);
    expect(json.message).toBe('Webhook set; byEvents counts with format evolution-api only');
  });

  test('400 a format that there is none of', async () => {
    const { status, json } = await bench.set({ ...FULL, format: 'evolution', byEvents: 1 });
    expect(status).toBe(400);
    expect(json.error.message).toContain(
      'format must be one of gatehouse, evolution-api, evolution-go',
    );
    expect(json.error.message).toContain('byEvents must be true or false');
    expect(bench.settings.get(SHOP.id)?.webhook.isSet).toBe(false);
  });

  test('200 evolution-go by the key of the instance, which no answer shows and the table holds sealed', async () => {
    expect((await setBy('shop-key', { format: 'evolution-go' })).status).toBe(200);
    expect(bench.settings.get(SHOP.id)?.webhook.instanceToken).toBe('shop-key');
    expect((await bench.find()).text).not.toContain('shop-key');
    expect(JSON.stringify(await bench.rows())).not.toContain('shop-key');
  });

  test('400 evolution-go by the global key, with what to do instead', async () => {
    const { status, json } = await bench.set({ ...FULL, format: 'evolution-go' });
    expect(status).toBe(400);
    expect(json.error.message).toContain('make this request with the key of the instance');
    expect(bench.settings.get(SHOP.id)?.webhook.isSet).toBe(false);
  });

  test('200 by the global key where the key of the instance is known already', async () => {
    await setBy('shop-key', { format: 'evolution-go' });
    const url = 'https://moved.test/';
    const headers = {};
    expect((await bench.set({ ...FULL, url, headers, format: 'evolution-go' })).status).toBe(200);
    expect(bench.settings.get(SHOP.id)?.webhook).toMatchObject({
      url: 'https://moved.test/',
      instanceToken: 'shop-key',
    });
  });

  test('200 a format that was chosen stays chosen when the record is replaced without one', async () => {
    await bench.set({ ...FULL, format: 'evolution-api' });
    expect((await bench.set({ ...FULL, events: ['MESSAGE'] })).status).toBe(200);
    expect((await bench.find()).json).toMatchObject({ format: 'evolution-api', byEvents: false });
    await bench.set({ ...FULL, format: 'gatehouse' });
    await bench.set(FULL);
    expect(bench.settings.get(SHOP.id)?.webhook.format).toBe('gatehouse');
  });

  test('200 without one ever chosen it is that of the deployment, before and after a restart', async () => {
    await bench.set(FULL);
    expect(bench.settings.get(SHOP.id)?.webhook.format).toBeNull();
    expect((await bench.find()).json).toMatchObject({ format: 'gatehouse' });
    await bench.set({ ...FULL, format: 'gatehouse' });
    await bench.settings.load();
    expect(bench.settings.get(SHOP.id)?.webhook.format).toBe('gatehouse');
  });

  test('200 with another format the key is forgotten', async () => {
    await setBy('shop-key', { format: 'evolution-go' });
    await bench.set({ ...FULL, format: 'evolution-api' });
    expect(bench.settings.get(SHOP.id)?.webhook.instanceToken).toBeNull();
    expect((await bench.rows())[0]).toMatchObject({ instanceTokenSealed: null });
    expect((await bench.set({ ...FULL, format: 'evolution-go' })).status).toBe(400);
  });
});
