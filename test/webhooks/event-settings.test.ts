import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import type { Database } from '../../src/db/client.ts';
import { eventSettings, instances } from '../../src/db/schema/gateway.ts';
import { createVault, randomSecret } from '../../src/shared/crypto.ts';
import {
  createEventSettings,
  type EventSettingsStore,
  type SigningSecrets,
} from '../../src/webhooks/event-settings.ts';
import { type ManualClock, manualClock } from '../doubles/manual-clock.ts';
import { testDatabase } from '../helpers/database.ts';
import { insertInstances, SHOP } from '../helpers/gateway-server.ts';
import { until } from '../helpers/until.ts';

const newKey = () => Buffer.from(randomSecret(), 'base64url').toString('base64');

let db: Database;
let clock: ManualClock;
let retargeted: string[];
let retarget: (streamId: string, endpoint: string) => Promise<void>;
let key: string;
let settings: EventSettingsStore & SigningSecrets;

const openSettings = (encryptionKey = key) => {
  const opened = createEventSettings({ orm: db.orm, vault: createVault(encryptionKey), clock });
  opened.announceTo({ retarget: (streamId, endpoint) => retarget(streamId, endpoint) });
  return opened;
};

beforeEach(async () => {
  db = await testDatabase();
  await insertInstances(db);
  clock = manualClock();
  retargeted = [];
  retarget = async (streamId, endpoint) => void retargeted.push(`${streamId} ${endpoint}`);
  key = newKey();
  settings = openSettings();
  await settings.create(SHOP.id);
});

const rowOf = async () => {
  const [row] = await db.orm
    .select()
    .from(eventSettings)
    .where(eq(eventSettings.instanceId, SHOP.id));
  if (row === undefined) throw new Error('no row');
  return row;
};
const webhook = {
  webhookSet: true,
  webhookEnabled: true,
  webhookUrl: 'https://receiver.test/hook',
  headers: { 'x-token': 'header-secret' },
  base64: true,
  subscribe: ['Message'],
};

test('a new instance has nothing enabled, every event and a secret of its own', async () => {
  expect(settings.get(SHOP.id)).toEqual({
    webhookSet: false,
    webhookEnabled: false,
    webhookUrl: '',
    headers: {},
    base64: null,
    format: null,
    byEvents: false,
    instanceToken: null,
    subscribe: ['ALL'],
    brokers: {},
    websocketEnabled: false,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    previousSecret: null,
    previousSecretUntil: null,
  });
  expect(new Webhook(settings.get(SHOP.id)?.secret ?? '').sign('id', new Date(), '{}')).toStartWith(
    'v1,',
  );
});

test('an instance without settings has none', () => {
  expect(settings.get('someone else')).toBeNull();
});

test('a change survives a restart whole', async () => {
  await settings.update(SHOP.id, { ...webhook, brokers: { nats: true }, websocketEnabled: true });
  await settings.rotateSecret(SHOP.id);
  const reopened = openSettings();
  await reopened.load();
  expect(reopened.get(SHOP.id)).toEqual(settings.get(SHOP.id));
  expect(reopened.get(SHOP.id)?.headers).toEqual(webhook.headers);
});

test('a change whose answer was lost is there once the row is read again, and the next one announces what an earlier one could not', async () => {
  retarget = async () => {
    throw new Error('the database is away');
  };
  await settings.update(SHOP.id, webhook).catch(() => {});
  await db.query('update event_settings set base64 = 0 where instance_id = ?', [SHOP.id]);
  await settings.refresh(SHOP.id);
  expect(settings.get(SHOP.id)).toMatchObject({ ...webhook, base64: false });
  retarget = async (streamId, endpoint) => void retargeted.push(`${streamId} ${endpoint}`);
  await settings.update(SHOP.id, { base64: null });
  expect(retargeted).toEqual([`${SHOP.id} webhook`]);
});

test('header values and secrets are sealed in the row', async () => {
  const first = settings.get(SHOP.id)?.secret ?? '';
  await settings.update(SHOP.id, webhook);
  const second = await settings.rotateSecret(SHOP.id);
  const row = await rowOf();
  const stored = JSON.stringify(row);
  for (const secret of [first, second, first.slice(6), second.slice(6), 'header-secret'])
    expect(stored).not.toContain(secret);
  expect(row.headersSealed).toStartWith('v2.');
  expect(row.secretSealed).toStartWith('v2.');
  expect(row.previousSecretSealed).toStartWith('v2.');
});

test('settings sealed with another key stop the start, naming the key', async () => {
  await expect(openSettings(newKey()).load()).rejects.toThrow('ENCRYPTION_KEY');
});

describe('the engine is given exactly the endpoints that moved', () => {
  const changes: [string, Parameters<EventSettingsStore['update']>[1], string[]][] = [
    ['another URL', { webhookUrl: 'https://other.test/' }, ['webhook']],
    ['other headers', { headers: { 'x-token': 'other' } }, ['webhook']],
    ['disabled', { webhookEnabled: false }, ['webhook']],
    ['AMQP on', { brokers: { amqp: true } }, ['amqp']],
    ['NATS on', { brokers: { nats: true } }, ['nats']],
    ['other events', { subscribe: ['CALL'] }, []],
    ['media in the body', { base64: false }, []],
    ['WebSocket on', { websocketEnabled: true }, []],
    ['the same again', webhook, []],
  ];
  test.each(changes)('%s', async (_, change, endpoints) => {
    await settings.update(SHOP.id, webhook);
    retargeted.length = 0;
    await settings.update(SHOP.id, change);
    expect(retargeted).toEqual(endpoints.map((endpoint) => `${SHOP.id} ${endpoint}`));
  });

  test('a new secret', async () => {
    await settings.update(SHOP.id, webhook);
    retargeted.length = 0;
    await settings.rotateSecret(SHOP.id);
    expect(retargeted).toEqual([`${SHOP.id} webhook`]);
  });
});

test('the engine is given a change when disk and memory already have it, before the call ends', async () => {
  const seen: unknown[] = [];
  const release = Promise.withResolvers<void>();
  retarget = async () => {
    seen.push(settings.get(SHOP.id)?.webhookUrl, (await rowOf()).webhookUrl);
    await release.promise;
  };
  let hasEnded = false;
  const call = settings.update(SHOP.id, webhook).then(() => (hasEnded = true));
  await until('the engine was given it', () => seen.length === 2);
  expect(seen).toEqual([webhook.webhookUrl, webhook.webhookUrl]);
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
  await expect(settings.update(SHOP.id, webhook)).rejects.toThrow('the disk is full');
  await settings.update(SHOP.id, {}).catch(() => {});
  retarget = working;
  await settings.update(SHOP.id, webhook);
  expect(retargeted).toEqual([`${SHOP.id} webhook`]);
});

test('what could not be written is not in memory either', async () => {
  await db.query(
    "create trigger refuse before update on event_settings begin select raise(abort, 'no'); end",
    [],
  );
  await expect(settings.update(SHOP.id, webhook)).rejects.toThrow();
  await settings.update(SHOP.id, webhook).catch(() => {});
  expect(settings.get(SHOP.id)?.webhookSet).toBe(false);
  expect(retargeted).toEqual([]);
});

test('changes made at once are all stored', async () => {
  await Promise.all([
    settings.update(SHOP.id, webhook),
    settings.update(SHOP.id, { brokers: { nats: true } }),
    settings.update(SHOP.id, { brokers: { amqp: true } }),
  ]);
  expect(settings.get(SHOP.id)).toMatchObject({ ...webhook, brokers: { nats: true, amqp: true } });
});

test('rotations made at once follow one another: the one before stays valid', async () => {
  const [first, second] = await Promise.all([
    settings.rotateSecret(SHOP.id),
    settings.rotateSecret(SHOP.id),
  ]);
  expect(settings.get(SHOP.id)).toMatchObject({ secret: second, previousSecret: first });
});

test('a change to an instance that is not there fails', async () => {
  await expect(settings.update('nobody', webhook)).rejects.toThrow('nobody');
});

test('a removed instance has no settings, and a change under way does not bring them back', async () => {
  const change = settings.update(SHOP.id, webhook);
  await db.orm.delete(instances).where(eq(instances.id, SHOP.id));
  settings.remove(SHOP.id);
  await change.catch(() => {});
  expect(settings.get(SHOP.id)).toBeNull();
});
