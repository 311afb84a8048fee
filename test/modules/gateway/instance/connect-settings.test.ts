import { describe, expect, test } from 'bun:test';
import { OWNER, QR_IMAGE } from '../../../doubles/scripted-provider.ts';
import { FORBIDDEN_HOST, type Gateway, gateway } from '../../../helpers/gateway.ts';
import { until } from '../../../helpers/until.ts';

const connect = ({ call }: Gateway, key: string, body?: unknown) =>
  call('POST', '/instance/connect', { key, body });

/** An instance whose session shows a QR code as soon as it is asked to connect. */
async function withCode() {
  const g = await gateway();
  g.provider.script.connect = (session, phone) =>
    phone === undefined ? session.offerQr('2@text', 1) : session.offerCode('ABCD1234');
  const { id, key } = await g.create('shop');
  return { g, id, key };
}

describe('POST /instance/connect', () => {
  test('200 with everything about the connection', async () => {
    const { g, id, key } = await withCode();
    const { status, body } = await connect(g, key, {
      webhookUrl: 'http://app.test/hook',
      subscribe: ['message', 'Connection'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'success',
      data: {
        jid: '',
        webhookUrl: 'http://app.test/hook',
        eventString: 'Message,CONNECTION',
        instanceId: id,
        instanceName: 'shop',
        state: 'connecting',
        subscribe: ['Message', 'CONNECTION'],
        pairingCode: null,
        code: '2@text',
        base64: QR_IMAGE,
        count: 1,
      },
    });
  });

  test('200 names of events that never happen here are accepted and named', async () => {
    const { g, key } = await withCode();
    const subscribe = ['MESSAGE', 'HISTORY_SYNC'];
    const { body } = await connect(g, key, { subscribe });
    expect(body.data).toMatchObject({ subscribe, neverSent: ['HISTORY_SYNC'] });
  });

  test('200 a phone pairs by code', async () => {
    const { g, key } = await withCode();
    const { body } = await connect(g, key, { phone: '5511999990000' });
    expect(body.data).toMatchObject({ pairingCode: 'ABCD1234', code: '', base64: '', count: 0 });
    expect(g.provider.of('shop').calls).toEqual(['connect 5511999990000']);
  });

  test('200 an open instance answers its account and needs no code', async () => {
    const g = await gateway();
    const { key } = await g.createOpen('shop');
    const { body } = await connect(g, key, {});
    expect(body.data).toMatchObject({
      jid: OWNER.jid,
      state: 'open',
      pairingCode: null,
      code: '',
      base64: '',
    });
  });

  test('200 immediate does not wait for the code', async () => {
    const g = await gateway();
    const { key } = await g.create('shop');
    const { status, body } = await connect(g, key, { immediate: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ state: 'connecting', pairingCode: null, code: '', count: 0 });
    expect(g.provider.of('shop').calls).toEqual(['connect']);
  });

  test('200 no body at all just connects', async () => {
    const { g, key } = await withCode();
    const { status, body } = await connect(g, key);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ webhookUrl: '', eventString: 'ALL', code: '2@text' });
  });

  test('500 no code in 10 s; the settings are written all the same', async () => {
    const g = await gateway();
    const { id, key } = await g.create('shop');
    const pending = connect(g, key, { natsEnable: true });
    await until('connecting', () => g.directory.byId(id)?.state === 'connecting');
    await g.clock.advance(10_000);
    const { status, body } = await pending;
    expect(status).toBe(500);
    expect(body.error.code).toBe('INTERNAL_SERVER_ERROR');
    expect(body.error.message).toContain('no code within 10 s');
    expect(g.settings.get(id)?.brokers).toEqual({ nats: true });
  });
});

describe('what POST /instance/connect sets', () => {
  test('200 all of it is written, on disk too', async () => {
    const { g, id, key } = await withCode();
    await connect(g, key, {
      webhookUrl: 'https://app.test/hook?a=1',
      subscribe: ['Message', 'call'],
      rabbitmqEnable: 'enabled',
      natsEnable: true,
      websocketEnable: 'enabled',
    });
    const expected = {
      webhook: {
        isSet: true,
        enabled: true,
        url: 'https://app.test/hook?a=1',
        events: ['Message', 'CALL'],
      },
      brokers: { amqp: true, nats: true },
      websocketEnabled: true,
    };
    expect(g.settings.get(id)).toMatchObject(expected);
    expect((await g.restarted()).settings.get(id)).toMatchObject(expected);
  });

  test('200 what is absent stays', async () => {
    const { g, id, key } = await withCode();
    await connect(g, key, {
      webhookUrl: 'http://app.test/hook',
      subscribe: ['Message'],
      rabbitmqEnable: 'enabled',
    });
    /** Without the version, which grows with each change. */
    const stored = () => {
      const { webhook, ...others } = g.settings.get(id) ?? expect.unreachable();
      return { ...others, webhook: { ...webhook, updatedAt: 0 } };
    };
    const before = stored();
    await connect(g, key, {});
    expect(stored()).toEqual(before);
    const { body } = await connect(g, key, { natsEnable: 'enabled' });
    expect(stored()).toEqual({ ...before, brokers: { amqp: true, nats: true } });
    expect(body.data).toMatchObject({ webhookUrl: 'http://app.test/hook', eventString: 'Message' });
  });

  test('200 headers stay with their scheme, host and port: elsewhere they are dropped, and named', async () => {
    const { g, id, key } = await withCode();
    const headers = { Authorization: 'Bearer secret', 'x-shop': '7' };
    await connect(g, key, { webhookUrl: 'https://app.test/hook' });
    await g.settings.update(id, { webhook: { headers } });
    const same = await connect(g, key, { webhookUrl: 'https://app.test/other' });
    expect(same.body.data).not.toHaveProperty('headersDropped');
    expect(g.settings.get(id)?.webhook.headers).toEqual(headers);
    const moved = await connect(g, key, { webhookUrl: 'https://moved.test/hook' });
    expect(moved.body.data.headersDropped).toEqual(['Authorization', 'x-shop']);
    expect(g.settings.get(id)?.webhook).toMatchObject({
      url: 'https://moved.test/hook',
      headers: {},
    });
    expect((await g.restarted()).settings.get(id)?.webhook.headers).toEqual({});
  });

  test('200 "disabled" and false switch a channel off', async () => {
    const { g, id, key } = await withCode();
    const all = { rabbitmqEnable: true, natsEnable: 'enabled', websocketEnable: true };
    await connect(g, key, all);
    await connect(g, key, { rabbitmqEnable: 'disabled', natsEnable: false });
    expect(g.settings.get(id)).toMatchObject({
      brokers: { amqp: false, nats: false },
      websocketEnabled: true,
    });
  });

  test('200 ALL anywhere in the list selects every event, an empty list too', async () => {
    const { g, id, key } = await withCode();
    await connect(g, key, { subscribe: ['Message', 'all'] });
    expect(g.settings.get(id)?.webhook.events).toEqual(['Message', 'ALL']);
    const { body } = await connect(g, key, { subscribe: [] });
    expect(body.data).toMatchObject({ subscribe: ['ALL'], eventString: 'ALL' });
  });

  const wrongBodies: [string, Record<string, unknown>, string[]][] = [
    [
      'unknown event names, each with the nearest valid one',
      { subscribe: ['Mesage', 'Message', 'CONECTION'] },
      ['"Mesage" (did you mean MESSAGE?)', '"CONECTION" (did you mean CONNECTION?)'],
    ],
    ['subscribe is not a list', { subscribe: 'ALL' }, ['subscribe must be an array']],
    ['subscribe holds what is no text', { subscribe: ['ALL', 5] }, ['subscribe must be an array']],
    ['subscribe is far too long', { subscribe: Array(101).fill('ALL') }, ['at most 100']],
    ['webhookUrl is no URL', { webhookUrl: 'app.test/hook' }, ['webhookUrl must']],
    ['webhookUrl is empty', { webhookUrl: '' }, ['webhookUrl must']],
    ['webhookUrl is of another scheme', { webhookUrl: 'ftp://app.test/' }, ['webhookUrl must']],
    ['webhookUrl holds credentials', { webhookUrl: 'http://a:b@app.test/' }, ['credentials']],
    ['webhookUrl is forbidden', { webhookUrl: `http://${FORBIDDEN_HOST}/` }, ['a private address']],
    ['webhookUrl is no text', { webhookUrl: 5 }, ['webhookUrl must be a text']],
    [
      'phone is no number',
      { phone: '+55 11' },
      ['phone must be 7-15 digits with the code of the country'],
    ],
    ['immediate is no boolean', { immediate: 'yes' }, ['immediate must be true or false']],
    ['rabbitmqEnable is something else', { rabbitmqEnable: 'on' }, ['rabbitmqEnable must be']],
    ['natsEnable is something else', { natsEnable: 'yes' }, ['natsEnable must be']],
    ['websocketEnable is something else', { websocketEnable: 1 }, ['websocketEnable must be']],
    [
      'several fields at once',
      { webhookUrl: 1, subscribe: 1, phone: 1, natsEnable: 1 },
      ['webhookUrl', 'subscribe', 'phone', 'natsEnable'],
    ],
  ];
  test.each(wrongBodies)('400 %s', async (_what, body, texts) => {
    const { g, id, key } = await withCode();
    const before = g.settings.get(id);
    const answer = await connect(g, key, { rabbitmqEnable: true, ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe('BAD_REQUEST');
    for (const text of texts) expect(answer.body.error.message).toContain(text);
    expect(g.settings.get(id)).toEqual(before);
    expect(g.provider.sessions).toHaveLength(0);
  });
});
