/** A node that stood still while another took its WhatsApp account over and logged in: it harms nobody when it goes on. */
import { afterEach, expect, test } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { ownDatabases } from '../../../src/core/events/publish/ownership.ts';
import { InstanceRegister } from '../../../src/core/instances/directory.ts';
import { createInstanceStore } from '../../../src/core/instances/store.ts';
import type { Account, Phase, Session } from '../../../src/core/providers/provider.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { Membership } from '../../../src/modules/cluster/membership.ts';
import { PHONE } from '../../conformance/provider-stage.ts';
import { recordingHost } from '../../core/providers/recording-host.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { testDatabase } from '../../helpers/database.ts';
import { until } from '../../helpers/until.ts';
import { qrOf, recorded, texts } from '../whatsapp/setup.ts';
import { insertInstance, whatsAppStage } from '../whatsapp/stage.ts';

const ID = recordingHost().instanceId;
/** Longer than a lease, and no whole number of beats. */
const STOOD_STILL_MS = 20_000;

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

interface World {
  readonly db: Database;
  readonly whatsapp: FakeWhatsApp;
  /** Ms since 1970 by the clock of the database. */
  now: number;
}

/** A node as far as it has sessions: its phases and its account are what the table says, its events are noted. */
async function startNode(world: World, name: string) {
  const { db, whatsapp } = world;
  const clock = manualClock();
  const log = createLog('error', clock.now, () => {});
  const membership = new Membership({
    db,
    clock,
    log,
    node: { name, version: '0' },
    url: () => '',
    onBeat() {},
    changes: null,
    databaseNow: () => String(world.now),
  });
  const own = ownDatabases(db, membership);
  const register = new InstanceRegister(createInstanceStore(db, own), clock);
  const { provider } = await whatsAppStage(ID, { db, own }, whatsapp);
  const host = {
    ...recordingHost(ID),
    enter: (phase: Phase, reason: string | null) => register.enter(ID, phase, reason),
    rememberAccount: (account: Account | null) =>
      register.pair(ID, account?.jid ?? null, account?.pushName ?? null),
    proxy() {
      hasAsked = true;
      return route;
    },
    async checkOwned() {
      if (membership.isCertain && membership.grantOf(ID) !== null) return;
      refused++;
      throw new Error('not its own');
    },
  };
  let route: Promise<null> = Promise.resolve(null);
  let hasAsked = false;
  let refused = 0;
  let session: Session | null = null;
  const abandon = () => {
    session?.abandon();
    session = null;
  };
  ending.push(
    () => membership.stop(),
    () => session?.stop(),
  );
  await membership.start({ onGained() {}, onLost: abandon, onLapse: abandon, onResume() {} });
  const begin = async (): Promise<Session> => {
    await register.load();
    const { ownerJid: jid = null, profileName = null } = register.byId(ID) ?? {};
    session = provider.open(host, jid === null ? null : { jid, pushName: profileName ?? '' });
    await session.connect({});
    return session;
  };
  return {
    clock,
    membership,
    host,
    begin,
    hasSession: () => session !== null,
    /** Its next log-in goes no further than to ask for its way, until the returned function is called. */
    holdLogIn() {
      const { promise, resolve } = Promise.withResolvers<null>();
      route = promise;
      hasAsked = false;
      return () => resolve(null);
    },
    hasAskedForWay: () => hasAsked,
    refusedLogIns: () => refused,
  };
}

/** One node has a paired instance that is open; another has just begun. */
async function twoNodes() {
  const [db, whatsapp] = await Promise.all([testDatabase(), startFakeWhatsApp()]);
  ending.push(() => whatsapp.stop());
  whatsapp.makesPairingShort = true;
  await insertInstance(db, ID);
  const world: World = { db, whatsapp, now: Date.UTC(2026, 0, 5, 10) };
  const one = await startNode(world, 'one');
  const phone = whatsapp.phone({ number: PHONE, name: 'Shop' });
  const contact = whatsapp.contact({ number: '5511999990002', name: 'Ana' });
  const session = await one.begin();
  await phone.scan(() => qrOf({ session }));
  await recorded(one.host, 'OfflineSyncCompleted');
  const two = await startNode(world, 'two');
  const rows = async () => {
    const [instance] = await db.query('select phase, owner_jid from instances', []);
    const history = await db.query('select phase from instance_transitions order by id', []);
    return { phase: instance?.[0], isPaired: instance?.[1] !== null, history: history.flat() };
  };
  /** Time goes on for all but the first node, until the second one has its instance. */
  const takeOver = async () => {
    for (let passed = 0; passed < STOOD_STILL_MS; passed += 1_000) {
      world.now += 1_000;
      await two.clock.advance(1_000);
      await until('it lives', () => two.membership.isCertain);
    }
    await until('the other node has it', () => two.membership.grantOf(ID) !== null);
  };
  return { world, one, two, phone, contact, rows, takeOver };
}

test('a node that stood still and hears from WhatsApp that it was replaced, before it knows that its lease is over, stops nobody’s instance', async () => {
  const { world, one, two, phone, contact, rows, takeOver } = await twoNodes();
  await takeOver();
  await two.begin();
  await recorded(two.host, 'OfflineSyncCompleted');
  // Its clocks stand still to this moment: what it reads is the first that happens.
  await until('the older connection is told', () => world.whatsapp.replaced === 1);
  await until('the first node has dropped its session', () => !one.hasSession());
  await one.clock.advance(STOOD_STILL_MS);
  const { phase, isPaired, history } = await rows();
  expect([phase, isPaired]).toEqual(['open', true]);
  expect(history).not.toContain('stopped');
  await contact.writes(phone, { text: 'still there' });
  await recorded(two.host, 'Message');
  expect([texts(one.host), texts(two.host)]).toEqual([[], ['still there']]);
  expect(world.whatsapp.replaced).toBe(1);
});

test('a node whose lease ended unnoticed in the midst of a log-in does not finish it', async () => {
  const { world, one, two, phone, takeOver } = await twoNodes();
  const goOn = one.holdLogIn();
  world.whatsapp.drop(phone);
  await until('it asks for its way', () => one.hasAskedForWay());
  // Its machine was suspended: the wall clock alone says for how long, and no timer is due yet.
  one.clock.jump(STOOD_STILL_MS);
  await takeOver();
  await two.begin();
  await recorded(two.host, 'OfflineSyncCompleted');
  goOn();
  const { whatsapp } = world;
  await until('it has tried', () => one.refusedLogIns() > 0 || whatsapp.replaced > 0);
  expect(whatsapp.replaced).toBe(0);
});
