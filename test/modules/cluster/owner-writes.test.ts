/** What a node writes of an instance beside its events, before and after another node has taken the instance over. */
import { expect, test } from 'bun:test';
import { type Database, faultOf } from '../../../src/core/db/client.ts';
import { ownDatabases } from '../../../src/core/events/publish/ownership.ts';
import { AllAccountSettings } from '../../../src/core/instances/account-settings.ts';
import { InstanceProxies } from '../../../src/core/instances/proxies.ts';
import { createInstanceStore } from '../../../src/core/instances/store.ts';
import { createInbox, createMessageCommit } from '../../../src/core/messages/inbox.ts';
import { createLabelStore } from '../../../src/core/messages/labels.ts';
import { NewChatLimits } from '../../../src/core/messages/new-chats.ts';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { unavailabilityOf } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { createEventSettings } from '../../../src/core/webhooks/settings-store.ts';
import { Membership } from '../../../src/modules/cluster/membership.ts';
import { loadBaileys } from '../../../src/modules/whatsapp/engine/baileys.ts';
import { KeyCache } from '../../../src/modules/whatsapp/key-memory.ts';
import { createKeyRows } from '../../../src/modules/whatsapp/key-rows.ts';
import { KeyStore } from '../../../src/modules/whatsapp/key-store.ts';
import { createNumberStore } from '../../../src/modules/whatsapp/numbers/store.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { insertInstance, vault } from '../whatsapp/stage.ts';

const ID = '01900000-0000-7000-8000-00000000a001';

async function startMember(db: Database, name: string) {
  const clock = manualClock();
  const lost: string[] = [];
  const membership = new Membership({
    db,
    clock,
    log: createLog('error', clock.now, () => {}),
    node: { name, version: '0' },
    url: () => '',
    onBeat() {},
    changes: null,
    databaseNow: () => String(clock.steady()),
  });
  const lose = (ids: readonly string[]) => void lost.push(...ids);
  await membership.start({ onGained() {}, onLost: lose, onLapse() {}, onResume() {} });
  return { membership, lost };
}

/** A paired instance and the writes of the node that has it. */
async function stage() {
  const [db, baileys] = await Promise.all([testDatabase(), loadBaileys()]);
  await insertInstance(db, ID);
  await db.query('insert into streams (id) values (?)', [ID]);
  const { membership, lost } = await startMember(db, 'one');
  const other = await startMember(db, 'two');
  const own = ownDatabases(db, membership);
  const clock = manualClock();
  // What fails is not tried again.
  const ended = AbortSignal.abort();
  const signals = { ended, abandoned: new AbortController().signal };
  const mine = own(ID);
  const inbox = createInbox(mine, clock, ID);
  const commit = createMessageCommit(mine, inbox, recordingHost(ID));
  const keyRows = createKeyRows({ db: mine, vault, clock }, baileys, ID);
  const keyCache = new KeyCache();
  const stored = { instanceId: ID, rows: keyRows, commit };
  const keyStore = new KeyStore({ ...stored, keyCache, clock, ...signals });
  const store = createInstanceStore(db, own);
  const record = (await store.one(ID))!;
  const creds = baileys.initAuthCreds();
  const connect = () => keyStore.forConnection({ end() {}, changesWritten: async () => true });
  await keyRows.save(creds);
  await connect().set({ session: { ana: Buffer.from('before') } });
  await keyStore.unwritten();
  const common = { orm: db.orm, own, vault, clock };
  const settings = createEventSettings({ ...common, endpointsMax: 20 });
  await settings.create(ID);
  const guard = createNetworkGuard({ allow: 'everything' });
  const proxies = new InstanceProxies({ ...common, guard, noProxy: () => '' });
  const accountSettings = new AllAccountSettings(common);
  const tables = [
    'instances',
    'instance_transitions',
    'whatsapp_credentials',
    'whatsapp_keys',
    'endpoints',
    'instance_proxies',
    'instance_settings',
    'whatsapp_numbers',
    'whatsapp_inbox',
    'labels',
    'new_chat_limits',
  ];
  const rows = () => Promise.all(tables.map((table) => db.query(`select * from ${table}`, [])));
  const takeOver = () =>
    db.query('update streams set owner = ?, term = term + 1 where id = ?', [
      other.membership.node,
      ID,
    ]);
  const made = {
    keyRows,
    keyStore,
    connect,
    store,
    settings,
    proxies,
    accountSettings,
    own,
    db,
    membership,
  };
  return { ...made, record, creds, lost, rows, takeOver };
}

type Stage = Awaited<ReturnType<typeof stage>>;

const PROXY = {
  enabled: true,
  protocol: 'http',
  host: 'proxy.test',
  port: 3128,
  username: '',
  password: '',
} as const;

const WRITES: Record<string, (stage: Stage) => Promise<unknown>> = {
  'the keys of the device': ({ keyRows, creds }) => keyRows.save({ ...creds, registered: true }),
  'keys of conversations': async ({ connect, keyStore }) => {
    await connect().set({ session: { ana: Buffer.from('after') } });
    await keyStore.unwritten();
  },
  'that all keys are gone': ({ keyStore }) => keyStore.forget(),
  'a change of state': ({ store, record }) =>
    store.transition({ ...record, phase: 'stopped', reason: 'replaced', updatedAt: 5 }),
  'a label': ({ own }) =>
    createLabelStore(own(ID).orm, ID).put({ id: '1', name: 'new', color: 1, predefinedId: null }),
  'what a look-up of numbers found': ({ own }) =>
    createNumberStore(own(ID).orm, manualClock(), recordingHost(ID)).write(
      new Map([['5511', { jid: '5511@s.whatsapp.net', lid: null }]]),
    ),
  'a received message': async ({ own }) =>
    own(ID).batch([createInbox(own(ID), manualClock(), ID).arrival('key', '{}').statement]),
  'that new chats are locked': ({ own, db }) =>
    new NewChatLimits(db, own).of(ID).learned({ lockedUntil: 9, checkedAt: 5 }),
  'the paired account': ({ store, record }) =>
    store.pair({ ...record, ownerJid: '5511@s.whatsapp.net', updatedAt: 5 }),
  'the keys of the instance': ({ store, record }) =>
    store.rotate({ ...record, key: { ...record.key, hash: 'another' }, updatedAt: 5 }, undefined),
  'where its events go': ({ settings }) =>
    settings.update(ID, { webhook: { url: 'https://receiver.test/hook' } }),
  'the proxy of the instance': ({ proxies }) => proxies.set(ID, PROXY),
  'what the account does by itself': ({ accountSettings }) =>
    accountSettings.update(ID, { rejectCall: true }),
};

test.each(Object.keys(WRITES))(
  'a node that has the instance writes %s; once another has it, nothing is changed and its session is dropped',
  async (name) => {
    const write = WRITES[name]!;
    const owned = await stage();
    const untouched = await owned.rows();
    await write(owned);
    expect(await owned.rows()).not.toEqual(untouched);

    const fenced = await stage();
    const before = await fenced.rows();
    await fenced.takeOver();
    const error = await write(fenced).catch((reason) => reason);
    expect(faultOf(error)).toBe('fenced');
    expect(unavailabilityOf(error)?.message).toBe('another node has just taken this over');
    expect(await fenced.rows()).toEqual(before);
    expect(fenced.membership.counts.fenced).toBe(1);
    await until('the node knows that it is another’s', () => fenced.lost.includes(ID));
    const again = await write(fenced).catch((reason) => reason);
    expect(faultOf(again)).toBe('fenced');
    expect(await fenced.rows()).toEqual(before);
  },
);

test('alone on a file, nothing is added to what is written', async () => {
  const db = await testDatabase();
  expect(ownDatabases(db, null)(ID)).toBe(db);
});
