import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import type { Database } from '../../../src/core/db/client.ts';
import { endpoints, instances } from '../../../src/core/db/schema/gateway.ts';
import { createVault, randomSecret } from '../../../src/core/shared/crypto.ts';
import { initialValues } from '../../../src/core/webhooks/fields/field.ts';
import { INSTANCE_FIELDS } from '../../../src/core/webhooks/fields/instance.ts';
import { rotatedSecrets } from '../../../src/core/webhooks/secrets.ts';
import {
  createEventSettings,
  type EventSettingsStore,
} from '../../../src/core/webhooks/settings-store.ts';
import { type ManualClock, manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { insertInstances, SHOP } from '../../helpers/gateway-server.ts';
import { until } from '../../helpers/until.ts';

const newKey = () => Buffer.from(randomSecret(), 'base64url').toString('base64');

let db: Database;
let clock: ManualClock;
let retargeted: string[];
let enabled: string[];
let retarget: (streamId: string, endpoint: string) => Promise<void>;
let key: string;
let settings: EventSettingsStore;

const openSettings = (encryptionKey = key) => {
  const vault = createVault(encryptionKey);
  const opened = createEventSettings({ orm: db.orm, vault, clock, endpointsMax: 2 });
  opened.announceTo({
    retarget: (streamId, endpoint) => retarget(streamId, endpoint),
    enable: async (streamId, endpoint) => void enabled.push(`${streamId} ${endpoint}`),
  });
  return opened;
};

beforeEach(async () => {
  db = await testDatabase();
  await insertInstances(db);
  clock = manualClock();
  retargeted = [];
  enabled = [];
  retarget = async (streamId, endpoint) => void retargeted.push(`${streamId} ${endpoint}`);
  key = newKey();
  settings = openSettings();
  await settings.create(SHOP.id);
});

const rowOf = async () => {
  const [row] = await db.orm.select().from(endpoints).where(eq(endpoints.instanceId, SHOP.id));
  if (row === undefined) throw new Error('no row');
  return row;
};
const rotate = async (id = 'default') => {
  const change = await settings.changeEndpoint(SHOP.id, id, (present) =>
    rotatedSecrets(present, clock.steady()),
  );
  return change.secret;
};
const webhook = {
  isSet: true,
  enabled: true,
  url: 'https://receiver.test/hook',
  headers: { 'x-token': 'header-secret' },
  base64: true,
  events: ['Message'],
};

test('a new instance has nothing enabled, every event and a secret of its own', async () => {
  expect(settings.get(SHOP.id)).toEqual({
    webhook: {
      ...initialValues(INSTANCE_FIELDS),
      id: 'default',
      name: 'default',
      isSet: false,
      enabled: false,
      autoDisable: false,
      events: ['ALL'],
      url: '',
      instanceToken: null,
      createdAt: clock.now(),
      updatedAt: clock.now(),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      formerSecrets: [],
    },
    others: new Map(),
    brokers: {},
    websocketEnabled: false,
  });
  expect(
    new Webhook(settings.get(SHOP.id)?.webhook.secret ?? '').sign('id', new Date(), '{}'),
  ).toStartWith('v1,');
});

test('an instance without settings has none', () => {
  expect(settings.get('someone else')).toBeNull();
});

test('a change survives a restart whole', async () => {
  await settings.update(SHOP.id, { webhook, brokers: { nats: true }, websocketEnabled: true });
  await rotate();
  const reopened = openSettings();
  await reopened.load();
  expect(reopened.get(SHOP.id)).toEqual(settings.get(SHOP.id));
  expect(reopened.get(SHOP.id)?.webhook.headers).toEqual(webhook.headers);
});

test('a change whose answer was lost is there once the row is read again, and the next one announces what an earlier one could not', async () => {
  retarget = async () => {
    throw new Error('the database is away');
  };
  await settings.update(SHOP.id, { webhook }).catch(() => {});
  await db.query('update endpoints set base64 = 0 where instance_id = ?', [SHOP.id]);
  await settings.refresh(SHOP.id);
  expect(settings.get(SHOP.id)?.webhook).toMatchObject({ ...webhook, base64: false });
  retarget = async (streamId, endpoint) => void retargeted.push(`${streamId} ${endpoint}`);
  await settings.update(SHOP.id, { webhook: { base64: null } });
  expect(retargeted).toEqual([`${SHOP.id} webhook`]);
});

test('header values and secrets are sealed in the row', async () => {
  const first = settings.get(SHOP.id)?.webhook.secret ?? '';
  await settings.update(SHOP.id, { webhook });
  const second = await rotate();
  const row = await rowOf();
  const stored = JSON.stringify(row);
  for (const secret of [first, second, first.slice(6), second.slice(6), 'header-secret'])
    expect(stored).not.toContain(secret);
  expect(row.headersSealed).toStartWith('v2.');
  expect(row.secretSealed).toStartWith('v2.');
  expect(row.formerSecretsSealed).toStartWith('v2.');
});

test('settings sealed with another key stop the start, naming the key', async () => {
  await expect(openSettings(newKey()).load()).rejects.toThrow('ENCRYPTION_KEY');
});

describe('the engine is given exactly the endpoints that moved', () => {
  const changes: [string, Parameters<EventSettingsStore['update']>[1], string[]][] = [
    ['another URL', { webhook: { url: 'https://other.test/' } }, ['webhook']],
    ['other headers', { webhook: { headers: { 'x-token': 'other' } } }, ['webhook']],
    ['disabled', { webhook: { enabled: false } }, ['webhook']],
    ['AMQP on', { brokers: { amqp: true } }, ['amqp']],
    ['NATS on', { brokers: { nats: true } }, ['nats']],
    ['other events', { webhook: { events: ['CALL'] } }, []],
    ['media in the body', { webhook: { base64: false } }, []],
    ['WebSocket on', { websocketEnabled: true }, []],
    ['the same again', { webhook }, []],
  ];
  test.each(changes)('%s', async (_, change, endpoints) => {
    await settings.update(SHOP.id, { webhook });
    retargeted.length = 0;
    await settings.update(SHOP.id, change);
    expect(retargeted).toEqual(endpoints.map((endpoint) => `${SHOP.id} ${endpoint}`));
  });

  test('a new secret', async () => {
    await settings.update(SHOP.id, { webhook });
    retargeted.length = 0;
    await rotate();
    expect(retargeted).toEqual([`${SHOP.id} webhook`]);
  });
});

test('the engine is given a change when disk and memory already have it, before the call ends', async () => {
  const seen: unknown[] = [];
  const release = Promise.withResolvers<void>();
  retarget = async () => {
    seen.push(settings.get(SHOP.id)?.webhook.url, (await rowOf()).url);
    await release.promise;
  };
  let hasEnded = false;
  const call = settings.update(SHOP.id, { webhook }).then(() => (hasEnded = true));
  await until('the engine was given it', () => seen.length === 2);
  expect(seen).toEqual([webhook.url, webhook.url]);
  expect(hasEnded).toBe(false);
  release.resolve();
  await call;
  expect(hasEnded).toBe(true);
});

test('after a failed retarget the next change, even to the same, makes up for it', async () => {
  const working = retarget;
  retarget = async () => {
    throw new Error('the disk is full');
  };
  await expect(settings.update(SHOP.id, { webhook })).rejects.toThrow('the disk is full');
  await settings.update(SHOP.id, {}).catch(() => {});
  retarget = working;
  await settings.update(SHOP.id, { webhook });
  expect(retargeted).toEqual([`${SHOP.id} webhook`]);
});

test('what could not be written is not in memory either', async () => {
  await db.query(
    "create trigger refuse before update on endpoints begin select raise(abort, 'no'); end",
    [],
  );
  await expect(settings.update(SHOP.id, { webhook })).rejects.toThrow();
  await settings.update(SHOP.id, { webhook }).catch(() => {});
  expect(settings.get(SHOP.id)?.webhook.isSet).toBe(false);
  expect(retargeted).toEqual([]);
});

test('changes made at once are all stored', async () => {
  await Promise.all([
    settings.update(SHOP.id, { webhook }),
    settings.update(SHOP.id, { brokers: { nats: true } }),
    settings.update(SHOP.id, { brokers: { amqp: true } }),
  ]);
  expect(settings.get(SHOP.id)).toMatchObject({ webhook, brokers: { nats: true, amqp: true } });
});

test('rotations made at once follow one another: those before stay valid, also after a restart', async () => {
  const original = settings.get(SHOP.id)?.webhook.secret ?? '';
  const [first, second] = await Promise.all([rotate(), rotate()]);
  const again = openSettings(key);
  await again.load();
  for (const one of [settings, again]) {
    const webhook = one.get(SHOP.id)?.webhook;
    expect(webhook?.secret).toBe(second);
    expect(webhook?.formerSecrets.map(({ secret }) => secret)).toEqual([first, original]);
  }
});

test('a change to an instance that is not there fails', async () => {
  await expect(settings.update('nobody', { webhook })).rejects.toThrow('instance not found');
});

test('a removed instance has no settings, and a change under way does not bring them back', async () => {
  const change = settings.update(SHOP.id, { webhook });
  await db.orm.delete(instances).where(eq(instances.id, SHOP.id));
  settings.remove(SHOP.id);
  await change.catch(() => {});
  expect(settings.get(SHOP.id)).toBeNull();
});
