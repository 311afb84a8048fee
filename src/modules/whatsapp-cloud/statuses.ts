/**
 * Reads statuses of sent messages, and decides what they mean for receivers and for the messages, and which are
 * repeats.
 */
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import type { PlatformFailure, Pricing } from '../../core/events/types/message-data.ts';
import { isProgress, type MessageStatus, type StatusChange } from '../../core/messages/status.ts';
import { isGroup } from '../../core/providers/chats.ts';
import { type Fields, record, text, timeMs } from '../../core/providers/foreign-values.ts';
import { RECEIPT_TYPE } from '../../core/providers/session-events.ts';
import { iso } from '../../core/shared/clock.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import { actionOf } from './faults.ts';
import type { FoundMessage } from './find-messages.ts';
import type { ReceivedStatus } from './webhook-items.ts';

interface StatusNotice {
  /** The platform's id of the message. */
  readonly wamid: string;
  /** The text that was sent with the message to name it, or ''. */
  readonly callback: string;
  readonly status: StatusChange['status'];
  /** Meta's number and sentence of a failure; null when it did not fail. */
  readonly code: number | null;
  readonly reason: string | null;
  /** Ms since 1970. */
  readonly at: number;
  readonly pricing?: Pricing;
  readonly failure?: PlatformFailure;
}

const STATUSES = new Map<string, StatusChange['status']>(
  Object.entries({
    sent: 'ServerAck',
    delivered: 'Delivered',
    read: 'Read',
    played: 'Played',
    failed: 'Error',
  } as const),
);

/** Returns null when it names no message, or has no known status. */
export function statusOf(status: Fields, nowMs: number): StatusNotice | null {
  const wamid = text(status.id);
  const known = STATUSES.get(text(status.status));
  if (wamid === '' || known === undefined) return null;
  const failure = known === 'Error' ? failureOf(status.errors) : { code: null, reason: null };
  return {
    wamid,
    callback: text(status.biz_opaque_callback_data),
    status: known,
    ...failure,
    at: timeMs(status.timestamp, nowMs),
    ...pricingIn(status),
  };
}

const WORD_CHARACTERS_MAX = 64;
const ID_CHARACTERS_MAX = 128;

/** Returns what the status says of the price, in Meta's own words. */
function pricingIn(status: Fields): Pick<StatusNotice, 'pricing'> {
  const { billable, ...said } = record(status.pricing);
  const price: Pricing = {
    ...(typeof billable === 'boolean' && { billable }),
    ...wordsIn(said, ['pricing_model', 'category', 'type']),
  };
  if (Object.keys(price).length === 0) return {};
  const { id: conversation, expiration_timestamp, origin } = record(status.conversation);
  const until = String(expiration_timestamp ?? '');
  return {
    pricing: {
      ...price,
      ...wordsIn({ origin: record(origin).type }, ['origin']),
      ...wordsIn({ conversation }, ['conversation'], ID_CHARACTERS_MAX),
      ...(/^\d{1,16}$/.test(until) && { conversationUntil: until }),
    },
  };
}

const wordsIn = (
  said: Fields,
  names: readonly string[],
  max = WORD_CHARACTERS_MAX,
): Record<string, string> =>
  Object.fromEntries(
    names
      .map((name) => [name, text(said[name])] as const)
      .filter(([, word]) => word !== '' && word.length <= max),
  );

/** A sentence of Meta has some hundred. */
const SENTENCE_CHARACTERS_MAX = 1_024;

/** Returns the failure in Meta's own words. */
function platformFailure(error: Fields): Pick<StatusNotice, 'failure'> {
  const { title, message, href } = error;
  const { details } = record(error.error_data);
  const said = { title, message, details, href };
  const failure = wordsIn(said, Object.keys(said), SENTENCE_CHARACTERS_MAX);
  return Object.keys(failure).length === 0 ? {} : { failure };
}

function failureOf(errors: unknown): Pick<StatusNotice, 'code' | 'failure' | 'reason'> {
  const error = record(Array.isArray(errors) ? errors[0] : null);
  const code = typeof error.code === 'number' ? error.code : null;
  const title = text(error.title) || text(error.message);
  const details = text(record(error.error_data).details);
  const happened = [title, details].filter((one, at, all) => one !== '' && all.indexOf(one) === at);
  const what = happened.length > 0 ? happened.join(': ') : 'no reason was given';
  const advice = code === null ? '' : ` ${actionOf(code).advice}`;
  const reason = `Meta did not deliver the message: ${ended(what)}${advice}`;
  return { code, reason, ...platformFailure(error) };
}

const ended = (sentence: string): string => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`);

/** Who got the message, and where. */
interface Reader {
  readonly chat: string;
  readonly sender: string;
}

/**
 * Returns the receipt for receivers, or null when it is not a confirmation. `id` is that of the message as receivers
 * know it.
 */
function receiptOf(
  { wamid, status, at }: StatusNotice,
  id: string,
  { chat, sender }: Reader,
): Extract<CatalogEvent, { type: 'Receipt' }> | null {
  if ((status !== 'Delivered' && status !== 'Read') || chat === '' || sender === '') return null;
  return {
    type: 'Receipt',
    state: status,
    data: {
      Chat: chat,
      Sender: sender,
      IsFromMe: false,
      IsGroup: isGroup(chat),
      MessageIDs: [id],
      ...(id !== wamid && { PlatformIDs: [wamid] }),
      Timestamp: iso(at),
      Type: RECEIPT_TYPE[status],
    },
  };
}

/** Returns the event of a failed message that another application of the number has sent. */
const foreignFailure = (
  { wamid: ID, code: Code, reason: Reason, at, pricing, failure }: StatusNotice,
  Chat: string,
): CatalogEvent => ({
  type: 'MessageStatus',
  data: {
    ID,
    Chat,
    Status: 'Error',
    Code,
    Reason,
    Timestamp: iso(at),
    ...(pricing && { Pricing: pricing }),
    ...(failure && { Failure: failure }),
  },
});

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
