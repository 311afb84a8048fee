/** Sorts the changes of a webhook for one number into portions that are handled in the same way, and logs the rest. */
import type { HistoryShare } from '../../core/events/types/message-data.ts';
import {
  count,
  type Fields,
  record,
  records,
  sizeOf,
  text,
} from '../../core/providers/foreign-values.ts';
import type { Log } from '../../core/shared/log.ts';
import { isOurs } from './translate/calls.ts';
import {
  addresseeOf,
  groupJid,
  numberOf,
  type Person,
  personOf,
  recipientOf,
  senderOf,
} from './translate/people.ts';
import type { Change } from './webhook-changes.ts';

/** A message with the other side of its chat. */
export interface ReceivedMessage {
  readonly message: Fields;
  readonly person: Person;
  /** '' in a chat with the person. */
  readonly group: string;
  /** True when it was written on the phone that shares the number. */
  readonly isFromMe: boolean;
  /** Only of one from before the number was connected. */
  readonly history?: HistoryShare;
  /** Set if another app has the conversation, so that this one only listens. */
  readonly isStandby?: true;
}

export interface ReceivedStatus {
  readonly status: Fields;
  readonly person: Person;
  readonly group: string;
}

export interface ReceivedCall {
  readonly call: Fields;
  readonly person: Person;
}

/** A portion that is handled in one go. */
export interface WebhookItems {
  readonly messages: ReceivedMessage[];
  /** Messages of chats before the number was connected. */
  readonly past: ReceivedMessage[];
  readonly statuses: ReceivedStatus[];
  readonly calls: ReceivedCall[];
  /** Errors on Meta's own side. */
  readonly errors: Fields[];
  /** Changes that belong to no other list here. */
  readonly notices: Change[];
  /** Items that are left out because they are larger than anything that people or Meta send. */
  readonly tooLarge: Fields[];
}

const emptyPortion = (): WebhookItems => ({
  messages: [],
  past: [],
  statuses: [],
  calls: [],
  errors: [],
  notices: [],
  tooLarge: [],
});

/** One part of a change: its node, and how it is added to the portion. */
interface Item {
  /** Null when it counts as one, whatever its size. */
  readonly node: Fields | null;
  readonly put: (items: WebhookItems) => unknown;
}

/** The most of one portion, which takes some milliseconds. */
const ITEMS_MAX = 100;
/** As JSON; the largest message, with 257 contacts, has some 150,000. */
const CHARACTERS_MAX = 256 * 1024;

/** Returns everything in order, in portions, so that other work can run between them. The last one may be empty. */
export function* itemsIn(changes: readonly Change[]): Generator<WebhookItems> {
  let items = emptyPortion();
  let count = 0;
  let characters = 0;
  for (const change of changes)
    for (const { node, put } of itemsOf(change)) {
      const size = sizeOf(node, CHARACTERS_MAX);
      if (count === ITEMS_MAX || (count > 0 && characters + size > CHARACTERS_MAX)) {
        yield items;
        items = emptyPortion();
        count = 0;
        characters = 0;
      }
      count++;
      characters += size;
      if (node !== null && size > CHARACTERS_MAX) items.tooLarge.push(node);
      else put(items);
    }
  yield items;
}

function* itemsOf(change: Change): Generator<Item> {
  const { field, value, phoneNumberId } = change;
  for (const one of records(value.errors)) yield { node: null, put: (to) => to.errors.push(one) };
  const read = READERS.get(field);
  if (read === undefined)
    yield { node: { id: field, value }, put: (to) => to.notices.push(change) };
  else if (phoneNumberId !== null) yield* read(value, field);
}

type Reader = (value: Fields, field: string) => Iterable<Item>;

/** The fields whose values have lists of items. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['messages', messagesIn],
  ['standby', messagesIn],
  ['smb_message_echoes', echoesIn],
  ['message_echoes', echoesIn],
  ['calls', callsIn],
  ['history', pastIn],
]);

function* messagesIn(value: Fields, field: string): Generator<Item> {
  for (const node of records(value.messages))
    yield { node, put: (to) => to.messages.push(messageIn(node, value, field)) };
  for (const node of records(value.statuses))
    yield { node, put: (to) => to.statuses.push(statusIn(node, value)) };
}

function* echoesIn(value: Fields): Generator<Item> {
  for (const node of records(value.message_echoes))
    yield { node, put: (to) => to.messages.push(echoIn(node, value)) };
}

function* callsIn(value: Fields): Generator<Item> {
  for (const node of records(value.calls))
    yield { node, put: (to) => to.calls.push(callIn(node, value)) };
}

function* pastIn(value: Fields): Generator<Item> {
  for (const share of records(value.history)) yield* sharedIn(share, value);
}

const messageIn = (message: Fields, { contacts }: Fields, field: string): ReceivedMessage => ({
  message,
  person: personOf(senderOf(message), contacts),
  group: groupJid(message.group_id),
  isFromMe: false,
  ...(field === 'standby' && { isStandby: true }),
});

const echoIn = (message: Fields, { contacts }: Fields): ReceivedMessage => ({
  message,
  person: personOf(addresseeOf(message), contacts),
  group: groupJid(message.group_id),
  isFromMe: true,
});

function statusIn(status: Fields, { contacts }: Fields): ReceivedStatus {
  const isInGroup = status.recipient_type === 'group';
  if (!isInGroup) return { status, person: personOf(recipientOf(status), contacts), group: '' };
  const { recipient_participant_id: number, recipient_participant_user_id: bsuid } = status;
  const person = personOf({ number, bsuid, parentBsuid: null }, contacts);
  return { status, person, group: groupJid(status.recipient_id) };
}

const callIn = (call: Fields, { contacts }: Fields): ReceivedCall => ({
  call,
  person: personOf(isOurs(call) ? addresseeOf(call) : senderOf(call), contacts),
});

/** Reads a share of the history: each thread is named by the person's number, and holds what both sides wrote. */
function* sharedIn(share: Fields, { metadata, contacts }: Fields): Generator<Item> {
  for (const one of records(share.errors)) yield { node: null, put: (to) => to.errors.push(one) };
  const own = numberOf(record(metadata).display_phone_number);
  const place = placeIn(share);
  for (const thread of records(share.threads)) {
    const context = record(thread.context);
    const named = {
      number: text(thread.id) || context.wa_id,
      bsuid: text(thread.id) || context.user_id,
      parentBsuid: null,
    };
    const person = personOf(named, contacts);
    for (const message of records(thread.messages)) {
      const isFromMe = own !== '' && numberOf(message.from) === own;
      const { status } = record(message.history_context);
      const history = { ...place, ...(text(status) && { status: text(status) }) };
      const put = (to: WebhookItems) =>
        to.past.push({ message, person, group: '', isFromMe, history });
      yield { node: message, put };
    }
  }
}

function placeIn({ metadata }: Fields): HistoryShare {
  const { phase, chunk_order, progress } = record(metadata);
  return {
    phase: count(phase) ?? 0,
    chunkOrder: count(chunk_order) ?? 0,
    progress: count(progress) ?? 0,
  };
}

/** Entries of a list in one line of the log, and characters of each text. */
const SHOWN_MAX = 5;
const SHOWN_CHARACTERS_MAX = 200;

/** Logs the faults that Meta reports, and what was omitted. */
export function noteOdd(
  log: Pick<Log, 'warn'>,
  instanceName: string,
  { errors, tooLarge }: WebhookItems,
): void {
  if (errors.length > 0)
    log.warn('Meta reports errors of its own', { instanceName, errors: shownErrors(errors) });
  const ids = tooLarge.slice(0, SHOWN_MAX).map(({ id }) => text(id).slice(0, SHOWN_CHARACTERS_MAX));
  if (ids.length > 0)
    log.warn('parts of a webhook larger than WhatsApp allows were ignored', { instanceName, ids });
}

const shownErrors = (errors: readonly Fields[]) =>
  errors.slice(0, SHOWN_MAX).map(({ code, title, message }) => ({
    code: typeof code === 'number' ? code : null,
    title: (text(title) || text(message)).slice(0, SHOWN_CHARACTERS_MAX),
  }));
