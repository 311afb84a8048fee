/** What is published: by sessions, again and again, and by the callers of an account. */

import type { Engine } from '../../../src/core/events/engine.ts';
import { isOutcomeUnknown } from '../../../src/core/shared/errors.ts';
import { connected, message } from '../../helpers/engine.ts';
import type { PublishCall } from './checks.ts';
import { ACCOUNT } from './database.ts';
import type { Surroundings } from './node.ts';
import type { Process } from './world.ts';

interface Publishing {
  /** Of the stream. */
  readonly id: string;
  readonly process: Process;
  readonly around: Surroundings;
}

const CALLS_AT_ONCE = 4;
const PAUSE_MIN_MS = 300;
const CHATS = ['ana', 'bia', 'caio'];

/** Publishes for a stream until what it returns is called. */
export function publishUntil(engine: Engine, publishing: Publishing): () => void {
  const { process, around } = publishing;
  const { quietFrom, publishMs } = around.length;
  const { world } = around;
  let isOver = false;
  let calls = 0;
  const later = () =>
    process.at(world.now + PAUSE_MIN_MS + world.below(publishMs - PAUSE_MIN_MS), () => {
      if (isOver || world.now > quietFrom) return;
      if (calls < CALLS_AT_ONCE) {
        calls++;
        void publish(engine, publishing).finally(() => calls--);
      }
      later();
    });
  later();
  return () => {
    isOver = true;
  };
}

function publish(engine: Engine, { id, around }: Publishing): Promise<void> {
  const { world, checks } = around;
  const call = checks.publishing(1 + world.below(2));
  const isAlone = world.isChance(0.1);
  const events = call.texts.map((text) =>
    isAlone
      ? { ...connected, data: { ...connected.data, pushName: text } }
      : message(CHATS[world.below(CHATS.length)] ?? '', text),
  );
  return settle(engine.publish({ id, name: id }, events as (typeof connected)[]), call);
}

/** A change of a record of the account. */
export function publishChange(engine: Engine, { checks }: Surroundings): void {
  const call = checks.publishing(1);
  const current = { name: call.texts[0] };
  const event = { type: 'pipeline.updated', order: 'sales', previous: null, current };
  void settle(engine.publishChange(ACCOUNT, [], [event]), call);
}

/** Notes what a call has come to. */
const settle = (publishing: Promise<unknown>, call: PublishCall): Promise<void> =>
  publishing.then(
    () => {
      call.outcome = 'acknowledged';
    },
    (error) => {
      if (!isOutcomeUnknown(error)) call.outcome = 'refused';
    },
  );
