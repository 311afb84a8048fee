/** Switching RabbitMQ, NATS and the WebSocket feed on for an instance, as clients of Evolution API do. */
import { describe, expect, test } from 'bun:test';
import { CHANNEL_OPERATIONS } from '../../../../src/modules/gateway/webhook/channels.ts';
import { gateway } from '../../../helpers/gateway.ts';

const stage = async (brokers: readonly string[]) => {
  const routes = new Map(brokers.map((name) => [name, {}]));
  const made = await gateway({
    operations: CHANNEL_OPERATIONS,
    with: () => ({ brokers: { routes, leftOut: new Set() } }),
  });
  return { ...made, ...(await made.create('shop')) };
};
const BOTH = ['amqp', 'nats'];
const SWITCHED_ON = {
  rabbitmq: { brokers: { amqp: true } },
  nats: { brokers: { nats: true } },
  websocket: { websocketEnabled: true },
};

describe.each(['rabbitmq', 'nats', 'websocket'] as const)('POST /%s/set', (name) => {
  test('201 it is switched on with the events that are named, and /find shows it', async () => {
    const { call, settings, id, key } = await stage(BOTH);
    const before = await call('GET', `/${name}/find/shop`, { key });
    expect([before.status, before.body]).toEqual([200, { enabled: false, events: ['ALL'] }]);
    const body = { [name]: { enabled: true, events: ['Message'] } };
    const answer = await call('POST', `/${name}/set/shop`, { key, body });
    expect([answer.status, answer.body]).toEqual([201, { enabled: true, events: ['Message'] }]);
    expect((await call('GET', `/${name}/find/shop`, { key })).body).toEqual(answer.body);
    expect(settings.get(id)).toMatchObject({
      ...SWITCHED_ON[name],
      webhook: { events: ['Message'] },
    });
  });

  test('201 the fields may stand by themselves, and an empty list changes nothing', async () => {
    const { call, settings, id } = await stage(BOTH);
    await settings.update(id, { webhook: { events: ['QRCode'] } });
    const on = await call('POST', `/${name}/set/shop`, { body: { enabled: true, events: [] } });
    expect(on.body).toEqual({ enabled: true, events: ['QRCode'] });
    const off = await call('POST', `/${name}/set/shop`, { body: { enabled: false } });
    expect(off.body).toEqual({ enabled: false, events: ['QRCode'] });
  });

  test('400 what is wrong is named and nothing changes', async () => {
    const { call, settings, id } = await stage(BOTH);
    const body = { enabled: 'yes', events: ['Mesage'] };
    const answer = await call('POST', `/${name}/set/shop`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('enabled must be true or false');
    expect(answer.body.error.message).toContain('"Mesage" (did you mean MESSAGE?)');
    const nothing = { brokers: {}, websocketEnabled: false, webhook: { events: ['ALL'] } };
    expect(settings.get(id)).toMatchObject(nothing);
  });

  test('401, 403 and 404 as everywhere', async () => {
    const { call, key, create } = await stage(BOTH);
    await create('cafe');
    for (const [method, verb] of [
      ['POST', 'set'],
      ['GET', 'find'],
    ] as const) {
      const status = async (path: string, as?: string | null) => {
        const credentials = as === undefined ? {} : { key: as };
        const body = method === 'POST' ? { body: { enabled: false } } : {};
        return (await call(method, `/${name}/${verb}/${path}`, { ...credentials, ...body })).status;
      };
      const statuses = [
        await status('shop', null),
        await status('cafe', key),
        await status('none'),
      ];
      expect(statuses).toEqual([401, 403, 404]);
    }
  });
});

test('400 a broker that the deployment does not have is not switched on, and the variable is named', async () => {
  const { call, settings, id } = await stage([]);
  const messages = [];
  for (const name of ['rabbitmq', 'nats']) {
    const answer = await call('POST', `/${name}/set/shop`, { body: { enabled: true } });
    messages.push([answer.status, answer.body.error.message]);
  }
  expect(messages).toEqual([
    [400, 'RabbitMQ is not configured here: AMQP_URL is not set'],
    [400, 'NATS is not configured here: NATS_URL is not set'],
  ]);
  expect(settings.get(id)).toMatchObject({ brokers: {} });
  const off = await call('POST', '/nats/set/shop', { body: { enabled: false } });
  expect(off.status).toBe(201);
});

test('the audit says who switched what', async () => {
  const { call, database } = await stage(BOTH);
  await call('POST', '/nats/set/shop', { body: { enabled: true, events: ['Message'] } });
  const sql = "select details from gateway_audit where action = 'nats.set'";
  const [[details]] = (await database.query(sql, [])) as [[string]];
  expect(JSON.parse(details)).toEqual({ nats: true, events: ['Message'] });
});
