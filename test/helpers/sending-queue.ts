/** What sends messages that wait, over the parts of a gateway. */
import type { Database } from '../../src/core/db/client.ts';
import type { InstanceDirectory } from '../../src/core/instances/directory.ts';
import type { Sessions } from '../../src/core/instances/sessions.ts';
import type { Messages } from '../../src/core/messages/log.ts';
import type { OutgoingQueue } from '../../src/core/messages/outgoing.ts';
import { SendingPace } from '../../src/core/messages/pace.ts';
import type { QueuedMessages } from '../../src/core/messages/queued-messages.ts';
import { createMediaBudget, type MediaBudget } from '../../src/core/sending/media.ts';
import { createOutgoingQueue } from '../../src/core/sending/queue-worker.ts';
import type { Log } from '../../src/core/shared/log.ts';
import type { ManualClock } from '../doubles/manual-clock.ts';

export interface SendingQueue {
  readonly outgoing: OutgoingQueue;
  readonly pace: SendingPace;
  readonly mediaBudget: MediaBudget;
}

/** As the variables; 0 unless given. */
export interface PaceOptions {
  readonly sendPerMinute?: number;
  readonly newChatsPerDay?: number;
  /** The memory for files being sent; by default more than any test needs. */
  readonly mediaBytes?: number;
}

interface Parts {
  readonly database: Database;
  readonly clock: ManualClock;
  readonly log: Log;
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
  readonly queued: QueuedMessages;
  readonly messages: Messages;
}

export function sendingQueue(options: PaceOptions, parts: Parts): SendingQueue {
  const { sendPerMinute: perMinute = 0, newChatsPerDay = 0 } = options;
  const pace = new SendingPace({
    db: parts.database,
    clock: parts.clock,
    perMinute,
    newChatsPerDay,
    addressesOf: (chat) => (chat.endsWith('@s.whatsapp.net') ? [chat] : []),
  });
  const { mediaBytes: bytes = 128 * 1024 * 1024 } = options;
  const { clock } = parts;
  const mediaBudget = createMediaBudget({ clock, bytes, bytesPerInstance: bytes / 2 });
  return { pace, mediaBudget, outgoing: createOutgoingQueue({ ...parts, pace, mediaBudget }) };
}
