/** One random run of an engine with three endpoints, and what must hold after it. */
import { expect } from 'bun:test';
import type { Database } from '../../../src/core/db/client.ts';
import { endpointOfInstance, replayOfLane } from '../../../src/core/events/contract/endpoint.ts';
import type { Destinations } from '../../../src/core/events/contract/routing.ts';
import type { Announcement } from '../../../src/core/events/deliver/health.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { OK, refusal, type SentAttempt, scriptedChannel } from '../../doubles/scripted-channel.ts';
import { testDatabase } from '../../helpers/database.ts';
import {
  CAFE,
  connected,
  type EngineBench,
  engineBench,
  message,
  SHOP,
  target,
} from '../../helpers/engine.ts';
import { generator } from '../../helpers/generator.ts';

/** The first is never switched off. */
const ENDPOINTS = ['webhook', endpointOfInstance('orders'), endpointOfInstance('stock')];
/** After so many rounds of retries everything is delivered or discarded: an engine needs about ten. */
const ROUNDS_MAX = 200;
const HEALTH = { failures: 4, overMs: 60_000 };
const addressOf = (endpoint: string): string => `http://receiver.test/${endpoint}`;

/** What changes of the settings while a run goes on. */
interface Settings {
  /** How often the address of all endpoints was changed. */
  moves: number;
}

const destinationsWith = (settings: Settings): Destinations => ({
  of: () => ENDPOINTS,
  target: (_, endpoint) => ({
    ...target(`${addressOf(endpoint)}?${settings.moves}`),
    ...{ base64: false, watch: { disables: endpoint !== 'webhook' } },
  }),
});

/** An event as it came in a request. */
interface ReceivedEvent {
  readonly sent: SentAttempt;
  readonly life: number;
  readonly body: ReceivedBody;
  /** The address without what changes of it. */
  readonly address: string;
  /** Why the request was broken off, so that it does not count. */
  unsent?: string;
}

interface ReceivedBody
  extends Pick<SentAttempt['body'], 'event' | 'id' | 'instanceId' | 'sequence'> {
  readonly data: { readonly Info: { readonly Chat: string } };
}

/** A replay, and the events that there were when it began. */
interface ReplayStart {
  readonly id: string;
  readonly streamId: string;
  readonly endpoint: string;
  readonly eventIds: readonly string[];
}

/** Null when there are as many as there may be. */
async function beginReplay({ engine, db, clock }: EngineBench, streamId: string, endpoint: string) {
  const rows = await db.query('select id from events where stream_id = ?', [streamId]);
  const selected = { types: null, chat: null, eventIds: null, onlyFailed: false };
  const begun = await engine.replays.begin(streamId, {
    ...{ endpoint, since: 0, until: clock.now(), ratePerSecond: 500 },
    ...selected,
  });
  const eventIds = rows.map(([id]) => String(id));
  return 'id' in begun ? { id: begun.id, streamId, endpoint, eventIds } : null;
}

/** Rejects if a promise is broken. `altered` returns the database as an engine uses it that breaks a rule. */
export async function runEngine(
  seed: number,
  isDisturbed = false,
  altered: (db: Database) => Database = (db) => db,
): Promise<void> {
  const random = generator(seed);
  const settings: Settings = { moves: 0 };
  const destinations = destinationsWith(settings);
  const db = await testDatabase();
  // A replay ends with the account whose events it sends.
  for (const { id, name } of [SHOP, CAFE])
    await db.query(
      `insert into accounts (id, name, locale, status, created_at, updated_at) values (?, ?, 'en', 'active', 1, 1)`,
      [id, name],
    );
  const received: ReceivedEvent[] = [];
  let life = 0;
  let now = Date.UTC(2026, 0, 5);
  let acknowledged = 0;
  let isOver = false;
  const dead = new Set<string>();
  const announced: Announcement[] = [];
  const replays: ReplayStart[] = [];
  const answer = (to: SentAttempt['target']) => {
    if (dead.has(placeOf(to).split('/').at(-1) ?? '')) return refusal(410, 'http_status: 410');
    return isOver || random(3) > 0 ? OK : refusal(500, 'http_status: 500');
  };
  const start = async (): Promise<EngineBench> => {
    life++;
    const mine = life;
    const channel = scriptedChannel();
    channel.script = (_, to) => (isOver || random(4) > 0 ? answer(to) : null);
    const send = channel.send.bind(channel);
    channel.send = (outgoing, target, signal) => {
      const outcome = send(outgoing, target, signal);
      const sent = channel.sent.at(-1)!;
      const address = placeOf(target);
      const body: ReceivedBody = JSON.parse(outgoing.body);
      const one: ReceivedEvent = { sent, life: mine, body, address };
      received.push(one);
      void outcome.then((end) => {
        if (end.kind === 'unsent') one.unsent = end.reason;
        if (signal.aborted) one.unsent = 'broken off';
      });
      return outcome;
    };
    const bench: EngineBench = await engineBench({
      ...{ db: altered(db), channel, destinations, clock: manualClock(now), health: HEALTH },
      async announce(announcement) {
        await bench.engine.write([announcement.statement]);
        announced.push(announcement);
      },
    });
    await bench.engine.start();
    return bench;
  };
  let bench = await start();
  let published: Promise<unknown> = Promise.resolve();
  for (let step = 0; step < 150; step++) {
    const dice = random(isDisturbed ? 29 : 23);
    if (dice < 11) {
      const stream = random(2) === 0 ? SHOP : CAFE;
      const events = Array.from({ length: 1 + random(4) }, () =>
        random(12) === 0 ? connected : message(`chat${random(4)}`),
      );
      const publishing = bench.engine.publish(stream, events);
      acknowledged += events.length;
      // What happens next may happen before its commit.
      if (isDisturbed && random(2) === 0) published = Promise.all([published, publishing]);
      else await publishing;
    } else if (dice < 16) {
      for (const sent of [...bench.channel.open])
        if (random(2) === 0) sent.end(answer(sent.target));
    } else if (dice < 19) {
      await bench.clock.advance(random(40_000));
    } else if (dice < 21) {
      const endpoint = ENDPOINTS[1 + random(2)]!;
      if (!dead.delete(endpoint)) dead.add(endpoint);
      else for (const { id } of [SHOP, CAFE]) await bench.engine.enable(id, endpoint);
    } else if (dice < 22) {
      const stream = random(2) === 0 ? SHOP : CAFE;
      const begun = await beginReplay(bench, stream.id, ENDPOINTS[random(3)]!);
      if (begun) replays.push(begun);
    } else if (dice >= 23) {
      await changeSomething(bench, settings, random);
    } else {
      await published;
      bench.kill();
      now = bench.clock.steady() + random(60_000);
      bench = await start();
    }
  }
  await published;
  isOver = true;
  dead.clear();
  for (const { id } of [SHOP, CAFE])
    for (const endpoint of ENDPOINTS) await bench.engine.enable(id, endpoint);
  for (const sent of [...bench.channel.open]) sent.end(OK);
  for (let round = 0; round < 7; round++) await bench.clock.advance(31_000);
  // Whatever was given up before, the last attempt at each endpoint succeeds.
  for (const stream of [SHOP, CAFE]) await bench.engine.publish(stream, [connected]);
  acknowledged += 2;
  const resume = () =>
    Promise.all(
      replays.map(({ streamId, id }) => bench.engine.replays.act(streamId, id, 'resume')),
    );
  const settled = async () => {
    await resume();
    const open = await bench.db.query('select id from replays where is_open = 1', []);
    const rows = await bench.rows();
    return open.length === 0 && rows.every(({ state }) => /delivered|discarded/.test(state));
  };
  for (let round = 0; round < ROUNDS_MAX && !(await settled()); round++)
    await bench.clock.advance(31_000);
  expect(await settled()).toBe(true);
  await check(bench, received, acknowledged);
  checkTwice(received);
  checkReplays(replays, received);
  expect(
    await bench.db.query(`select endpoint from endpoint_health where state <> 'healthy'`, []),
  ).toEqual([]);
  checkNews(announced);
}

const placeOf = ({ address }: SentAttempt['target']): string => address.split('?')[0] ?? '';

const cameIn = (received: readonly ReceivedEvent[]): Set<string> =>
  new Set(
    received
      .filter(({ unsent }) => unsent === undefined)
      .map(({ sent, address, body }) => `${sent.target.replay} ${address} ${body.id}`),
  );

/** Changes the address, or makes attempts fail on this side. */
async function changeSomething(
  { engine, channel, clock }: EngineBench,
  settings: Settings,
  random: (below: number) => number,
): Promise<void> {
  if (random(2) === 0) {
    for (const sent of [...channel.open])
      if (random(2) === 0) sent.end({ kind: 'unsent', reason: 'database_error: away' });
  } else {
    // What has ended by now is settled first, since an attempt that is broken off says nothing.
    await clock.advance(0);
    settings.moves++;
    for (const { id } of [SHOP, CAFE])
      for (const endpoint of ENDPOINTS) await engine.retarget(id, endpoint);
  }
}

/** Within one life of the process no attempt is made twice, unless it was broken off. */
function checkTwice(received: readonly ReceivedEvent[]): void {
  const seen = new Set<string>();
  for (const { sent, life, address, body, unsent } of received) {
    if (unsent !== undefined) continue;
    const { outgoing, target: to } = sent;
    const key = `${life} ${address} ${to.replay} ${body.id} ${outgoing.attempt}`;
    expect([key, seen.has(key)]).toEqual([key, false]);
    seen.add(key);
  }
}

/** Each replay brought to its endpoint all that there was when it began. */
function checkReplays(replays: readonly ReplayStart[], received: readonly ReceivedEvent[]): void {
  const came = cameIn(received);
  for (const { id, endpoint, eventIds } of replays)
    for (const eventId of eventIds)
      expect(came.has(`${id} ${addressOf(endpoint)} ${eventId}`)).toBe(true);
}

/** Each endpoint is said to be failing with more and more, then disabled, and recovered only after one of these. */
function checkNews(announced: readonly Announcement[]): void {
  const last = new Map<string, number>();
  for (const { streamId, endpoint, news, health } of announced) {
    const own = `${streamId}/${endpoint}`;
    const before = last.get(own) ?? 0;
    if (news === 'recovered') expect(before).toBeGreaterThan(0);
    if (news === 'disabled') expect(endpoint).not.toBe('webhook');
    if (news === 'failing') expect(health.percent).toBeGreaterThan(0);
    last.set(own, news === 'recovered' ? 0 : 1);
  }
}

async function check(
  bench: EngineBench,
  received: readonly ReceivedEvent[],
  acknowledged: number,
): Promise<void> {
  const rows = (await bench.rows()).filter(({ endpoint }) => replayOfLane(endpoint) === null);
  expect(rows.length).toBe(acknowledged * ENDPOINTS.length);
  expect(rows.every(({ attemptCount }) => attemptCount <= 5)).toBe(true);
  const events = await bench.db.query('select stream_id, sequence, id from events', []);
  const came = cameIn(received);
  for (const [, , id] of events)
    for (const endpoint of ENDPOINTS)
      expect(came.has(`undefined ${addressOf(endpoint)} ${id}`)).toBe(true);
  const gaps = await bench.db.query(
    'select stream_id from events group by stream_id having max(sequence) <> count(*)',
    [],
  );
  expect(gaps).toEqual([]);
  inOrder(received);
}

/**
 * At each endpoint and in each replay, within one life of the process, first attempts of one chat come in sequence, and
 * nothing overtakes Connected.
 */
function inOrder(received: readonly ReceivedEvent[]): void {
  const last = new Map<string, number>();
  for (const { sent, life, address, body, unsent } of received) {
    if (sent.outgoing.attempt > 1 || unsent !== undefined) continue;
    const { instanceId, sequence, event, data } = body;
    const chat = event === 'Connected' ? null : data.Info.Chat;
    const lane = `${life}/${address}/${sent.target.replay}/${instanceId}`;
    const own = `${lane}/${chat}`;
    const barrier = `${lane}/null`;
    expect(sequence).toBeGreaterThan(last.get(own) ?? 0);
    expect(sequence).toBeGreaterThan(last.get(barrier) ?? 0);
    last.set(own, sequence);
  }
}
