/** Reads statuses of sent messages from the Cloud API. Pure. */
import type { CatalogEvent } from '../../../core/events/contract/catalog.ts';
import type { PlatformFailure, Pricing } from '../../../core/events/types/message-data.ts';
import type { StatusChange } from '../../../core/messages/status.ts';
import { isGroup } from '../../../core/providers/chats.ts';
import { type Fields, record, text, timeMs } from '../../../core/providers/foreign-values.ts';
import { RECEIPT_TYPE } from '../../../core/providers/session-events.ts';
import { iso } from '../../../core/shared/clock.ts';
import { actionOf } from '../faults.ts';

export interface StatusNotice {
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
export function receiptOf(
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
export const foreignFailure = (
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
