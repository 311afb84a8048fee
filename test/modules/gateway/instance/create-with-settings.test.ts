/** Creating an instance together with its webhook, channels, proxy and account settings. */
import { describe, expect, test } from 'bun:test';
import { FORBIDDEN_HOST, gateway } from '../../../helpers/gateway.ts';

const HOOK = 'https://example.com/hook';
const BOTH_BROKERS = {
  brokers: {
    routes: new Map([
      ['amqp', {}],
      ['nats', {}],
    ]),
    leftOut: new Set<string>(),
  },
};

/** A gateway and what it answers to a creation with these fields. */
async function creating(fields: object, options = {}) {
  const made = await gateway(options);
  const body = { instanceName: 'shop', ...fields };
  const answer = await made.call('POST', '/instance/create', { body });
  return { ...made, answer, id: made.directory.byName('shop')?.id ?? '' };
}

describe('POST /instance/create with a webhook', () => {
  test('201 an object is set as by webhook/set and is on, unless it says otherwise', async () => {
    const webhook = {
      url: HOOK,
      headers: { authorization: 'Bearer abc' },
      base64: true,
      events: ['Message', 'QRCode'],
      byEvents: false,
    };
    const { answer, settings, id } = await creating({ webhook });
    expect(answer.status).toBe(201);
    expect(settings.get(id)?.webhook).toMatchObject({
      isSet: true,
      enabled: true,
      url: HOOK,
      headers: { authorization: 'Bearer abc' },
      base64: true,
      events: ['Message', 'QRCode'],
    });
    expect(answer.body.webhook).toEqual({
      webhookUrl: HOOK,
      webhookHeaders: { authorization: '********' },
      webhookByEvents: false,
      webhookBase64: true,
    });
    const off = await creating({ webhook: { url: HOOK, enabled: false } });
    expect(off.settings.get(off.id)?.webhook).toMatchObject({ url: HOOK, enabled: false });
  });

  test('201 a text is its URL, with the events and base64 beside it', async () => {
    const fields = { webhook: HOOK, events: ['MESSAGE'], webhookBase64: true };
    const { settings, id } = await creating(fields);
    expect(settings.get(id)?.webhook).toMatchObject({
      enabled: true,
      url: HOOK,
      base64: true,
      events: ['MESSAGE'],
    });
  });

  test('201 a text has the shape of deliveries beside it', async () => {
    const fields = { webhook: HOOK, format: 'evolution-api', webhookByEvents: true };
    const { settings, id } = await creating(fields);
    expect(settings.get(id)?.webhook).toMatchObject({ format: 'evolution-api', byEvents: true });
    const token = 'a-key-of-the-shop';
    const keyed = await creating({ webhook: HOOK, format: 'evolution-go', token });
    expect(keyed.settings.get(keyed.id)?.webhook).toMatchObject({
      format: 'evolution-go',
      instanceToken: token,
    });
  });

  test('400 what is wrong beside a text is said by the name that it has there', async () => {
    const wrong: [object, string][] = [
      [{ webhook: HOOK, format: 'xml' }, 'format must be one of'],
      [{ webhook: HOOK, format: 'evolution-go' }, 'format must be another'],
      [{ webhook: HOOK, webhookBase64: 'often' }, 'webhookBase64 must be true or false'],
      [{ webhook: 'ftp://example.com' }, 'webhook must'],
    ];
    for (const [fields, said] of wrong) {
      const { answer, directory } = await creating(fields);
      expect([answer.status, answer.body.error.message]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${said}`)),
      ]);
      expect(directory.all()).toHaveLength(0);
    }
  });

  test('201 one without a URL, as forms leave it, sets none', async () => {
    for (const webhook of ['', null, {}, { url: '', byEvents: false, events: [] }]) {
      const { answer, settings, id } = await creating({ webhook });
      expect(answer.status).toBe(201);
      expect(settings.get(id)?.webhook.isSet).toBe(false);
    }
  });

  test('201 it is still set after a restart', async () => {
    const { restarted, id } = await creating({ webhook: { url: HOOK } });
    const { settings } = await restarted();
    expect(settings.get(id)?.webhook).toMatchObject({ url: HOOK, enabled: true });
  });
});

describe('POST /instance/create with channels', () => {
  test('201 each is switched on, with the one list of events that an instance has', async () => {
    const on = { enabled: true, events: ['Message'] };
    const fields = { rabbitmq: on, nats: on, websocket: { enabled: true, events: [] } };
    const { answer, settings, id } = await creating(fields, BOTH_BROKERS);
    expect(answer.body).toMatchObject({
      rabbitmq: { enabled: true },
      nats: { enabled: true },
      websocket: { enabled: true },
      instance: { ignored: [] },
    });
    expect(settings.get(id)).toMatchObject({
      brokers: { amqp: true, nats: true },
      websocketEnabled: true,
      webhook: { events: ['Message'] },
    });
  });

  test('201 a broker that this deployment does not have stays off and is named', async () => {
    const on = { enabled: true };
    const { answer, settings, id } = await creating({ rabbitmq: on, nats: on, websocket: on });
    expect(answer.body.instance.ignored).toEqual(['rabbitmq', 'nats']);
    expect(answer.body.rabbitmq).toEqual({ enabled: false });
    expect(settings.get(id)).toMatchObject({ brokers: { amqp: false }, websocketEnabled: true });
  });

  test('400 lists of events that differ: an instance has one', async () => {
    const fields = {
      webhook: { url: HOOK, events: ['MESSAGE'] },
      websocket: { enabled: true, events: ['QRCode'] },
    };
    const { answer, directory } = await creating(fields);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toBe(
      'an instance has one list of events, and those of webhook, websocket differ',
    );
    expect(directory.all()).toHaveLength(0);
  });
});

describe('POST /instance/create with a proxy', () => {
  test('201 it is set and on; the port may be a text', async () => {
    const { answer, proxies, id } = await creating({
      proxyHost: 'proxy.example.com',
      proxyPort: '1080',
      proxyProtocol: 'socks5',
      proxyUsername: 'ana',
      proxyPassword: 'secret',
    });
    expect(answer.status).toBe(201);
    expect(proxies.get(id)).toEqual({
      enabled: true,
      protocol: 'socks5',
      host: 'proxy.example.com',
      port: 1080,
      username: 'ana',
      password: 'secret',
    });
  });

  test('201 one without a host, as forms leave it, sets none', async () => {
    const { answer, proxies, id } = await creating({ proxyHost: '', proxyPort: '80' });
    expect([answer.status, proxies.get(id)]).toEqual([201, null]);
  });
});

describe('POST /instance/create with account settings', () => {
  const SETTINGS = {
    rejectCall: true,
    msgCall: 'Please write',
    groupsIgnore: true,
    alwaysOnline: true,
    readMessages: true,
    readStatus: true,
  };

  test('201 all of them are set and answered', async () => {
    const { answer, accountSettings, id } = await creating(SETTINGS);
    expect(accountSettings.get(id)).toEqual(SETTINGS);
    expect(answer.body.settings).toEqual({ ...SETTINGS, syncFullHistory: false, wavoipToken: '' });
  });

  test('201 the webhook may ask for the shape of an older system, with the event in the path', async () => {
    const webhook = { url: HOOK, format: 'evolution-api', webhookByEvents: true };
    const { answer, settings } = await creating({ webhook });
    expect(answer.status).toBe(201);
    expect(answer.body.webhook).toMatchObject({ webhookByEvents: true });
    expect(answer.body.instance.ignored).not.toContain('webhook.byEvents');
    expect(settings.get(answer.body.instance.instanceId)?.webhook).toMatchObject({
      format: 'evolution-api',
      byEvents: true,
      instanceToken: null,
    });
  });

  test('201 evolution-go carries the token that the instance is created with', async () => {
    const webhook = { url: HOOK, format: 'evolution-go' };
    const { answer, settings } = await creating({ webhook, token: 'chosen-token' });
    expect(answer.status).toBe(201);
    expect(settings.get(answer.body.instance.instanceId)?.webhook.instanceToken).toBe(
      'chosen-token',
    );
  });

  test('400 evolution-go without a token, which says how', async () => {
    const { answer } = await creating({ webhook: { url: HOOK, format: 'evolution-go' } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('give `token` when it is created');
  });

  test('201 what asks for what does not exist here is named, what is switched off is not', async () => {
    const { answer } = await creating({
      syncFullHistory: true,
      wavoipToken: '',
      sqs: { enabled: true },
      kafka: { enabled: false },
      chatwootAccountId: '1',
      chatwootSignMsg: false,
      typebotUrl: 'https://example.com',
      webhook: { url: HOOK, byEvents: true, events: ['MESSAGES_UPSERT', 'TYPEBOT_START'] },
      somethingElse: 1,
    });
    expect(answer.status).toBe(201);
    expect(answer.body.instance.ignored).toEqual([
      'webhook.byEvents',
      'events.TYPEBOT_START',
      'syncFullHistory',
      'sqs',
      'chatwootAccountId',
      'typebotUrl',
    ]);
  });
});

describe('POST /instance/create with anything wrong', () => {
  test('400 names every wrong field and creates nothing', async () => {
    const { answer, database } = await creating({
      token: 'short',
      qrcode: 'yes',
      rejectCall: 1,
      webhook: { url: 'ftp://example.com', events: ['Mesage'] },
      rabbitmq: { enabled: 'on' },
      nats: 'on',
      proxyHost: FORBIDDEN_HOST,
      proxyPort: 0,
    });
    expect(answer.status).toBe(400);
    for (const field of [
      'token must be',
      'qrcode must be',
      'rejectCall must be',
      'webhook.url must',
      'webhook.events holds unknown names: "Mesage"',
      'rabbitmq.enabled must be',
      'nats must be',
      'proxyHost must not be used',
      'proxyPort must be',
    ])
      expect(answer.body.error.message).toContain(field);
    expect(await database.query('select count(*) from instances', [])).toEqual([[0]]);
  });

  test('500 rows that cannot be written leave nothing behind, and the name stays free', async () => {
    const { call, database, directory, settings, proxies } = await gateway();
    await database.query('alter table instance_proxies rename to elsewhere', []);
    const body = {
      instanceName: 'shop',
      token: 'my-own-token',
      webhook: { url: HOOK },
      proxyHost: 'proxy.example.com',
      proxyPort: 80,
    };
    expect((await call('POST', '/instance/create', { body })).status).toBe(500);
    expect(directory.all()).toHaveLength(0);
    for (const table of ['instances', 'instance_transitions', 'endpoints'])
      expect(await database.query(`select count(*) from ${table}`, [])).toEqual([[0]]);
    await database.query('alter table elsewhere rename to instance_proxies', []);
    const again = await call('POST', '/instance/create', { body });
    expect(again.status).toBe(201);
    const { instanceId } = again.body.instance;
    expect(settings.get(instanceId)?.webhook.url).toBe(HOOK);
    expect(proxies.get(instanceId)?.port).toBe(80);
  });

  test('the audit says what the instance was created with, without secrets', async () => {
    const { database } = await creating({
      token: 'my-own-token',
      webhook: { url: HOOK, headers: { authorization: 'Bearer abc' } },
      proxyHost: 'proxy.example.com',
      proxyPort: 80,
      proxyUsername: 'ana',
      proxyPassword: 'hidden-word',
      rejectCall: true,
    });
    const [[row]] = (await database.query('select details from gateway_audit', [])) as [[string]];
    expect(JSON.parse(row)).toEqual({
      provider: 'sandbox',
      keyChosen: true,
      enabled: true,
      url: HOOK,
      headers: ['authorization'],
      verified: false,
      base64: null,
      format: null,
      byEvents: false,
      events: ['ALL'],
      rejectCall: true,
      proxy: { protocol: 'http', host: 'proxy.example.com', port: 80 },
    });
  });
});
