/** One node as the product puts it together, of engine and membership, with sessions that publish and a receiver that answers. */
import { handOver, leave } from '../../../src/cluster/beat.ts';
import { Membership } from '../../../src/cluster/membership.ts';
import { createDatabase, type Executor, isOutcomeUnknown } from '../../../src/db/client.ts';
import type { Channel, Outcome } from '../../../src/events/contract/channel.ts';
import { createEngine, type RunningEngine } from '../../../src/events/engine.ts';
import type { Ownership } from '../../../src/events/publish/ownership.ts';
import { createLog } from '../../../src/shared/log.ts';
import { OK, refusal } from '../../doubles/scripted-channel.ts';
import { connected, message, target } from '../../helpers/engine.ts';
import { linkOf, Process, type World } from './world.ts';

/** One call of `publish`: all its events are on disk, or none. */
export interface Published {
  readonly streamId: string;
  readonly texts: readonly string[];
  outcome: 'not known' | 'acknowledged' | 'refused';
}

export interface Started {
  readonly eventId: string;
  readonly streamId: string;
  readonly sequence: number;
  readonly attempt: number;
  /** Null: its event waits for all before it. */
  readonly chat: string | null;
  /** What the node believes; null: not its own. */
  readonly lease: string | null;
  readonly node: string;
}

/** What runs report to, and how a mutant differs from the product. */
export interface Surroundings {
  readonly world: World;
  readonly server: Executor;
  /** SQL for the present of the database. */
  readonly databaseNow: () => string;
  readonly published: Published[];
  /** Called in the moment in which an attempt begins. */
  readonly started: (start: Started) => void;
  /** Sessions publish and receivers fail until then, in world ms. */
  readonly quietFrom: number;
  readonly mutant: Mutant;
}

/** A part of the product that does not keep a rule, in place of the one that does. */
export interface Mutant {
  readonly database?: (link: Executor, membership: () => Membership) => Executor;
  readonly ownership?: (membership: Membership) => Ownership;
}

const PUBLISHED_AT_ONCE = 4;
const CHATS = ['ana', 'bia', 'caio'];
const GRACE_MS = 10_000;
const silent = createLog(
  'error',
  () => 0,
  () => {},
);

export class Node {
  readonly process: Process;
  readonly membership: Membership;
  readonly #around: Surroundings;
  readonly #link: Executor;
  readonly #engine: RunningEngine;
  /** By stream; whether it still runs. */
  readonly #sessions = new Map<string, { isOver: boolean }>();
  isStopping = false;

  constructor(around: Surroundings) {
    const { world, server, databaseNow, mutant } = around;
    this.#around = around;
    this.process = new Process(world);
    const link = linkOf(this.process, server);
    this.#link = mutant.database?.(link, () => this.membership) ?? link;
    const db = createDatabase(this.#link);
    const { clock } = this.process;
    const node = { name: 'node', version: '0' };
    const url = () => '';
    this.membership = new Membership({ db, clock, log: silent, node, url, databaseNow });
    this.#engine = createEngine({
      db,
      clock,
      log: silent,
      destinations: { of: () => ['webhook'], target: () => target() },
      channels: { webhook: this.#channel() },
      rules: { retryDelayMs: 2_000, maxAttempts: 100 },
      limits: { total: 1_024, perHost: 32 },
      mediaInBodies: true,
      bodyBytesInFlight: 2 ** 27,
      eventHours: 168,
      deliveryHours: 168,
      pid: 1,
      nameOf: () => null,
      random: world.random,
      ownership: mutant.ownership?.(this.membership) ?? this.membership,
    });
  }

  /** As the product starts; rejects when the database cannot be reached. */
  async start(): Promise<void> {
    await this.#engine.start();
    await this.membership.start({
      gained: (ids) => {
        void this.#engine.findWaiting(ids);
        this.#open(ids);
      },
      lost: (ids) => this.#abandon(ids),
      lapsed: () => this.#abandon(this.membership.streams),
      resumed: () => this.#open(this.membership.streams),
    });
  }

  /** As on SIGTERM. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.membership.drain();
    this.#abandon([...this.#sessions.keys()]);
    await this.#engine.stop(GRACE_MS);
    this.membership.stop();
    const { node } = this.membership;
    const owned = this.membership.streams.flatMap((id) => this.membership.letGo(id) ?? []);
    const given = owned.flatMap((stream) => handOver(node, stream));
    await this.#link.batch([...given, leave(node)]).catch(() => {});
    this.kill();
  }

  kill(): void {
    this.process.isDead = true;
    this.membership.stop();
  }

  #open(streamIds: readonly string[]): void {
    const { world } = this.#around;
    for (const id of streamIds) {
      if (this.isStopping || this.#sessions.has(id)) continue;
      const session = { isOver: false };
      this.#sessions.set(id, session);
      this.process.at(world.now + world.below(1_000), () =>
        this.#publish(id, session, { open: 0 }),
      );
    }
  }

  #abandon(streamIds: readonly string[]): void {
    for (const id of streamIds) {
      const session = this.#sessions.get(id);
      if (session) session.isOver = true;
      this.#sessions.delete(id);
    }
  }

  #publish(streamId: string, session: { isOver: boolean }, calls: { open: number }): void {
    const { world, quietFrom, published } = this.#around;
    if (session.isOver || world.now > quietFrom) return;
    if (calls.open < PUBLISHED_AT_ONCE) {
      calls.open++;
      const texts = Array.from(
        { length: 1 + world.below(2) },
        (_, index) => `${published.length}.${index}`,
      );
      const call: Published = { streamId, texts, outcome: 'not known' };
      published.push(call);
      const isAlone = world.isChance(0.1);
      const events = texts.map((text) =>
        isAlone
          ? { ...connected, data: { ...connected.data, pushName: text } }
          : message(CHATS[world.below(CHATS.length)] ?? '', text),
      );
      this.#engine
        .publish({ id: streamId, name: streamId }, events as (typeof connected)[])
        .then(
          () => {
            call.outcome = 'acknowledged';
          },
          (error) => {
            if (!isOutcomeUnknown(error)) call.outcome = 'refused';
          },
        )
        .finally(() => calls.open--);
    }
    const pause = 200 + world.below(800);
    this.process.at(world.now + pause, () => this.#publish(streamId, session, calls));
  }

  #channel(): Channel {
    const { world, started, quietFrom } = this.#around;
    return {
      send: (outgoing, _target, signal) => {
        const { instanceId, sequence, event, data } = JSON.parse(outgoing.body);
        const { eventId, attempt } = outgoing;
        started({
          eventId,
          streamId: instanceId,
          sequence,
          attempt,
          chat: event === 'Message' ? data.Info.Chat : null,
          lease: this.membership.grantOf(instanceId)?.lease ?? null,
          node: this.membership.node,
        });
        const isGood = world.now > quietFrom || !world.isChance(0.1);
        const outcome: Outcome = isGood ? OK : refusal(500, 'http_status: 500');
        const lasts = 5 + world.below(world.isChance(0.02) ? 8_000 : 300);
        return new Promise((resolve) => {
          this.process.at(world.now + lasts, () => resolve(outcome));
          signal.addEventListener('abort', () => resolve(refusal(null, 'aborted')));
        });
      },
    };
  }
}
