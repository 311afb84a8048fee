/** The shape of deliveries as POST /instance/connect changes it, and its key when that is replaced. */
import { describe, expect, test } from 'bun:test';
import { type Gateway, gateway } from '../../../helpers/gateway.ts';

const HOOK = { webhookUrl: 'http://app.test/hook', immediate: true };

async function withShop() {
  const g = await gateway();
  const { id, key } = await g.create('shop');
  return { g, key, settings: () => g.settings.get(id)?.webhook };
}

const connect = ({ call }: Gateway, key: string, body: object) =>
  call('POST', '/instance/connect', { key, body: { ...HOOK, ...body } });
const rotate = ({ call }: Gateway, body: object = {}) =>
  call('POST', '/instance/key/rotate/shop', { body });

describe('POST /instance/connect with a format', () => {
  test('200 evolution-go keeps the key of the instance for the bodies', async () => {
    const { g, key, settings } = await withShop();
    expect((await connect(g, key, { format: 'evolution-go' })).status).toBe(200);
    expect(settings()).toMatchObject({ format: 'evolution-go', instanceToken: key });
  });

  test('200 what is absent stays, and another format forgets the key', async () => {
    const { g, key, settings } = await withShop();
    await connect(g, key, { format: 'evolution-go' });
    await connect(g, key, { subscribe: ['Message'] });
    expect(settings()).toMatchObject({ format: 'evolution-go', instanceToken: key });
    await connect(g, key, { format: 'gatehouse' });
    expect(settings()).toMatchObject({ format: 'gatehouse', instanceToken: null });
  });

  test('200 a key that sends bodies to another URL gives them itself, never a key with more rights', async () => {
    const { g, key, settings } = await withShop();
    await connect(g, key, { format: 'evolution-go' });
    const { apikey } = (await rotate(g, { graceSeconds: 60 })).body;
    expect(settings()?.instanceToken).toBe(apikey);
    await connect(g, key, { webhookUrl: 'http://elsewhere.test/' });
    expect(settings()?.instanceToken).toBe(key);
  });

  test('400 evolution-go by the global key, and nothing is changed', async () => {
    const { g, settings } = await withShop();
    const { status, body } = await g.call('POST', '/instance/connect', {
      headers: { instanceId: 'shop' },
      body: { ...HOOK, format: 'evolution-go' },
    });
    expect(status).toBe(400);
    expect(body.error.message).toContain('make this request with the key of the instance');
    expect(settings()?.isSet).toBe(false);
  });

  test('400 a format that there is none of', async () => {
    const { g, key } = await withShop();
    expect((await connect(g, key, { format: 7 })).status).toBe(400);
  });
});

describe('POST /instance/key/rotate', () => {
  test('200 the new key stands in bodies that carry the key, and is kept for no others', async () => {
    const { g, key, settings } = await withShop();
    await rotate(g);
    expect(settings()?.instanceToken).toBeNull();
    const { apikey } = (await rotate(g)).body;
    await connect(g, apikey, { format: 'evolution-go' });
    const { body } = await rotate(g);
    expect(settings()?.instanceToken).toBe(body.apikey);
    expect(body.apikey).not.toBe(key);
  });
});
