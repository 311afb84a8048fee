/** Engines that do not keep one of the rules, each made by another method in the place of the one that keeps it. */
import type { Database } from '../../../src/core/db/client.ts';
import { Lane } from '../../../src/core/events/deliver/lane.ts';
import { LaneSet } from '../../../src/core/events/deliver/lane-set.ts';
import { Lanes } from '../../../src/core/events/deliver/lanes.ts';
import { ReadyQueue } from '../../../src/core/events/deliver/ready-queue.ts';

export interface Mutant {
  /** Puts the other method in its place; returns what undoes that. */
  readonly patch?: () => () => void;
  /** The database as this engine uses it. */
  readonly altered?: (db: Database) => Database;
}

/** Puts `other`, which may call the original, in the place of a method. */
function replacing<T extends object, N extends keyof T>(
  owner: T,
  name: N,
  other: (original: T[N]) => T[N],
): () => () => void {
  return () => {
    const original = owner[name];
    owner[name] = other(original);
    return () => {
      owner[name] = original;
    };
  };
}

/** Leaves out the statements in whose text `part` is found. */
const without =
  (part: string) =>
  (db: Database): Database => ({
    ...db,
    query: async (sql, params) => (sql.includes(part) ? [] : db.query(sql, params)),
  });

export const MUTANTS: Readonly<Record<string, Mutant>> = {
  'starts what waits for an earlier one of its chat': {
    patch: replacing(
      Lane.prototype,
      'add',
      (add) =>
        function (this: Lane, ...one) {
          add.apply(this, one);
          return true;
        },
    ),
  },
  'orders nothing': {
    patch: replacing(
      Lane.prototype,
      'add',
      (add) =>
        function (this: Lane, delivery) {
          return add.call(this, delivery, 'none');
        },
    ),
  },
  'lets an event without a chat be overtaken': {
    patch: replacing(
      Lane.prototype,
      'add',
      (add) =>
        function (this: Lane, delivery, order) {
          if (delivery.chat === null) Object.assign(delivery, { chat: '' });
          return add.call(this, delivery, order);
        },
    ),
  },
  'sends new events before those in the table': {
    patch: replacing(Lanes.prototype, 'maySkipTable', () => () => true),
  },
  'forgets what has returned to the table': {
    patch: replacing(Lanes.prototype, 'recordReturn', () => () => {}),
  },
  'forgets retries': {
    patch: replacing(Lanes.prototype, 'expectRetry', () => () => {}),
  },
  'starts nothing after the end of another': {
    patch: replacing(
      Lanes.prototype,
      'remove',
      (remove) =>
        function (this: Lanes, owned) {
          remove.call(this, owned);
          return [];
        },
    ),
  },
  'never looks again at a lane that has nothing new': {
    patch: replacing(
      LaneSet.prototype,
      'plan',
      (plan) =>
        function (this: LaneSet, isForNextPass) {
          return plan.call(this, isForNextPass, () => Infinity);
        },
    ),
  },
  'keeps the slots of attempts that have ended': {
    patch: replacing(ReadyQueue.prototype, 'release', () => () => {}),
  },
  'leaves to nobody what a dead process was sending': {
    altered: without("state = 'sending' and not (holder"),
  },
};
