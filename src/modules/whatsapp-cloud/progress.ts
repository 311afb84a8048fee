/** Decides what statuses of sent messages mean for receivers and for the messages, and which are repeats. */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { isProgress, type MessageStatus, type StatusChange } from '../../core/messages/status.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { FoundMessage } from './find-messages.ts';
import { foreignFailure, receiptOf, type StatusNotice } from './translate/statuses.ts';
import type { ReceivedStatus } from './webhook-items.ts';

/** A status with the message that it is about. */
interface StatusReport {
  readonly notice: StatusNotice;
  /** Null when it is not stored, or was sent by somebody else. */
  readonly message: FoundMessage | null;
  readonly arrived: ReceivedStatus;
  readonly chat: string;
  /** Who got the message, as receivers know them, or '' when it is not known. */
  readonly sender: string;
}

interface Progress {
  readonly events: readonly CatalogEvent[];
  readonly changes: readonly StatusChange[];
  /** Call it once both are on disk. */
  readonly written: () => void;
}

/** How many receipts, and failures of other applications, are remembered of one instance. */
const KNOWN_MAX = 5_000;

/** The statuses of one instance. */
export class ReportedStatuses {
  readonly #known = new LimitedMap<string, true>(KNOWN_MAX);

  /** Takes them in the order in which they came: one that would go back, or comes again, has no effect. */
  progress(all: readonly StatusReport[]): Progress {
    const { changes, isNews } = changesIn(all);
    const told = new Map<string, CatalogEvent>();
    for (const reported of all) {
      const key = keyOf(reported);
      const { message, arrived } = reported;
      // In a group every member reads separately; a message that is not stored has no status to compare with.
      const isKnown = message !== null && arrived.group === '' && !isNews.has(reported);
      const event = isKnown || this.#known.has(key) ? null : eventIn(reported);
      if (event !== null) told.set(key, event);
    }
    const written = () => {
      for (const key of told.keys()) this.#known.set(key, true);
    };
    return { events: [...told.values()], changes: [...changes.values()], written };
  }
}

/**
 * Returns the changes of messages sent through the instance, and which of them say more of a message's way than is
 * stored and than those before. The others say what it costs.
 */
function changesIn(all: readonly StatusReport[]) {
  const now = new Map<string, MessageStatus>();
  const changes = new Map<StatusReport, StatusChange>();
  const isNews = new Set<StatusReport>();
  for (const reported of all) {
    const { notice, message } = reported;
    const before = message && (now.get(message.id) ?? message.status);
    const { wamid, callback: _, ...change } = notice;
    if (message === null || before === null) continue;
    const isFurther = isProgress(before, notice.status);
    if (!isFurther && notice.pricing === undefined) continue;
    const { id } = message;
    if (isFurther) {
      now.set(id, notice.status);
      isNews.add(reported);
    }
    changes.set(reported, { id, ...change, ...(id !== wamid && { platformId: wamid }) });
  }
  return { changes, isNews };
}

const keyOf = ({ notice, arrived, sender }: StatusReport): string =>
  [notice.wamid, notice.status, arrived.group === '' ? '' : sender].join('/');

/** Returns what is told beside a change of a message of ours: a receipt, or that a message of others has failed. */
function eventIn(reported: StatusReport): CatalogEvent | null {
  const { notice, message, chat } = reported;
  if (message !== null || notice.status !== 'Error') return receiptIn(reported);
  return chat === '' ? null : foreignFailure(notice, chat);
}

const receiptIn = ({ notice, message, arrived, chat, sender }: StatusReport): CatalogEvent | null =>
  receiptOf(notice, message?.id ?? notice.wamid, {
    chat,
    sender: sender || (arrived.group === '' ? chat : ''),
  });
