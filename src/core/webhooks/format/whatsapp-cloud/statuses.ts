/** Spells statuses and receipts as webhooks of the Cloud API do. Pure. */
import type { Payloads } from '../../../events/contract/catalog.ts';
import { statusErrorsOf } from '../meta-errors.ts';
import type { BusinessNumber, CloudChange } from './change.ts';
import { groupIdIn, isChat, personAt, personFields, RECIPIENT } from './people.ts';
import { type Fields, seconds } from './values.ts';

/** `Unknown` has no word there: the message may still arrive. */
const STATUSES: Readonly<Record<Payloads['MessageStatus']['Status'], string | null>> = {
  ServerAck: 'sent',
  Delivered: 'delivered',
  Read: 'read',
  Played: 'played',
  Error: 'failed',
  Unknown: null,
};

/** `gets` tells whether the receiver gets events of another type too. */
export function statusChanges(
  data: Payloads['MessageStatus'],
  number: BusinessNumber,
  gets: (type: string) => boolean,
): CloudChange[] {
  const { ID, Chat, Status, Timestamp, CallbackData } = data;
  const status = STATUSES[Status] ?? null;
  if (status === null || !isChat(Chat)) return [];
  // In a group, the receipts say which member received or read the message.
  const isToldByReceipts = groupIdIn(Chat) !== undefined && gets('Receipt');
  if (isToldByReceipts && (status === 'delivered' || status === 'read')) return [];
  const said = {
    id: ID,
    status,
    timestamp: seconds(Timestamp),
    ...recipientOf(Chat),
    ...pricingOf(data),
    ...(CallbackData !== undefined && { biz_opaque_callback_data: CallbackData }),
    ...(status === 'failed' && { errors: errorsOf(data) }),
  };
  return [change([said], number)];
}

/** A group is the recipient; its members are told by receipts. */
function recipientOf(chat: string): Fields {
  const groupId = groupIdIn(chat);
  if (groupId === undefined) return personFields(personAt(chat), RECIPIENT);
  return { recipient_id: groupId, recipient_type: 'group' };
}

function pricingOf({ Pricing }: Payloads['MessageStatus']): Fields {
  if (Pricing === undefined) return {};
  const { origin, conversation: id, conversationUntil, ...pricing } = Pricing;
  const conversation = {
    ...(id !== undefined && { id }),
    ...(conversationUntil !== undefined && { expiration_timestamp: conversationUntil }),
    ...(origin !== undefined && { origin: { type: origin } }),
  };
  return { ...(Object.keys(conversation).length > 0 && { conversation }), pricing };
}

/** Meta's own words where they are known; otherwise its name for the code, and the reason. */
function errorsOf({ Code, Reason, Failure }: Payloads['MessageStatus']): readonly object[] {
  const known = statusErrorsOf(Code, Reason);
  if (Failure === undefined) return known;
  const { details, ...words } = Failure;
  return known.map(({ code, title }) => ({
    code,
    title,
    ...words,
    ...(details !== undefined && { error_data: { details } }),
  }));
}

/**
 * Returns the changes for receipts of messages that were not sent through the instance; its own messages have statuses.
 * In a group a change names the member.
 */
export function receiptChanges(
  data: Payloads['Receipt'],
  number: BusinessNumber,
  gets: (type: string) => boolean,
): CloudChange[] {
  const { Chat, Sender, MessageIDs, SentIDs = [], Callbacks = {}, Timestamp, Type } = data;
  if (Type === 'read-self' || !isChat(Chat)) return [];
  const isGroup = groupIdIn(Chat) !== undefined;
  const isTold = (id: string) => !isGroup && gets('MessageStatus') && SentIDs.includes(id);
  const statuses = MessageIDs.filter((id) => !isTold(id)).map((id) => ({
    id,
    status: Type === 'read' ? 'read' : 'delivered',
    timestamp: seconds(Timestamp),
    ...recipientOf(Chat),
    ...(isGroup && personFields(personAt(Sender), PARTICIPANT)),
    ...(Callbacks[id] !== undefined && { biz_opaque_callback_data: Callbacks[id] }),
  }));
  return statuses.length === 0 ? [] : [change(statuses, number)];
}

const PARTICIPANT = {
  number: 'recipient_participant_id',
  userId: 'recipient_participant_user_id',
  parentUserId: 'recipient_participant_parent_user_id',
} as const;

const change = (statuses: readonly object[], { frame }: BusinessNumber): CloudChange => ({
  field: 'messages',
  value: { ...frame, statuses },
});
