/**
 * Turns receipts into events of the catalog. They are read from the stanza: Baileys' own events
 * call every receipt in a group one of reading, omit those that name several readers, and merge
 * into other events while waiting messages arrive. Pure.
 */
import type { CatalogEvent } from '../../../core/events/contract/catalog.ts';
import type { ReceiptData, ReceiptState } from '../../../core/events/types/messages.ts';
import type { StatusChange } from '../../../core/messages/status.ts';
import { isGroup } from '../../../core/providers/chats.ts';
import { timeMs } from '../../../core/providers/foreign-values.ts';
import { RECEIPT_TYPE } from '../../../core/providers/session-events.ts';
import { iso } from '../../../core/shared/clock.ts';
import type { BinaryNode } from '../engine/surface.ts';
import { refusalReason } from '../refusals.ts';
import { bareJid, isBroadcast, isMe, type Person, person, type Self } from './jids.ts';
import { attribute, attributes, child, children } from './node.ts';

type ReceiptEvent = Extract<CatalogEvent, { type: 'Receipt' }>;

/** The content of one stanza: receipts for receivers, and statuses of sent messages. */
interface Receipts {
  readonly events: readonly ReceiptEvent[];
  readonly statuses: readonly StatusChange[];
}

type State = ReceiptState | 'Played';
type Receipt = Omit<ReceiptData, 'Type'> & { readonly state: State };

/**
 * Returns nothing for receipts among the account's own devices and for requests to send a message
 * again. Playing gives no event.
 */
export function receiptsOfNode(node: BinaryNode, self: Self, nowMs: number): Receipts {
  const receipts = readReceipts(node, self, nowMs);
  return {
    events: receipts.flatMap(({ state, ...data }) =>
      state === 'Played'
        ? []
        : [{ type: 'Receipt', state, data: { ...data, Type: RECEIPT_TYPE[state] } }],
    ),
    statuses: receipts.flatMap(({ state, ...data }) => statusesOfReceipt(state, data)),
  };
}

function readReceipts(node: BinaryNode, self: Self, nowMs: number): Receipt[] {
  const from = bareJid(attribute(node, 'from'));
  const type = attribute(node, 'type');
  if (from === '' || !['', 'read', 'read-self', 'played'].includes(type)) return [];
  const receipt = receiptOf(type, self, nowMs);
  if (!isGroup(from) && !isBroadcast(from)) {
    const sender = person(self, from, ...attributes(node, 'sender_pn', 'sender_lid'));
    return receipt({ chat: chatWith(node, sender, self), sender, ids: idsOf(node), at: node });
  }
  const addresses = attributes(node, 'participant', 'participant_pn', 'participant_lid');
  const sender = person(self, ...addresses);
  if (sender.jid !== '') return receipt({ chat: from, sender, ids: idsOf(node), at: node });
  return readersOf(node).flatMap(({ user, ids }) =>
    receipt({ chat: from, sender: person(self, attribute(user, 'jid')), ids, at: user }),
  );
}

/** A receipt of the account's other device names the chat as its recipient. */
function chatWith(node: BinaryNode, sender: Person, self: Self): string {
  if (!isMe(sender.jid, self)) return sender.jid;
  return person(self, ...attributes(node, 'recipient', 'recipient_pn', 'peer_recipient_pn')).jid;
}

/** The stanza itself names the first message, a list the others. */
function idsOf(node: BinaryNode): string[] {
  const listed = children(child(node, 'list'), 'item');
  const ids = [node, ...listed].map((one) => attribute(one, 'id')).filter((id) => id !== '');
  return [...new Set(ids)];
}

/** In groups one stanza may name several readers of one message. */
const readersOf = (node: BinaryNode): { user: BinaryNode; ids: string[] }[] =>
  children(node, 'participants')
    .flatMap((list) =>
      children(list, 'user').map((user) => ({ user, ids: [attribute(list, 'key')] })),
    )
    .filter(({ ids }) => ids[0] !== '');

interface ReceiptFields {
  readonly chat: string;
  readonly sender: Person;
  readonly ids: readonly string[];
  /** The node whose `t` is the time. */
  readonly at: BinaryNode;
}

const receiptOf =
  (type: string, self: Self, nowMs: number) =>
  ({ chat, sender, ids, at }: ReceiptFields): Receipt[] => {
    const isFromMe = isMe(sender.jid, self);
    const state = stateOf(type, isFromMe);
    if (state === null || chat === '' || sender.jid === '' || ids.length === 0) return [];
    const Timestamp = iso(timeMs(attribute(at, 't'), nowMs));
    const MessageIDs = [...ids];
    const Sender = sender.jid;
    return [
      {
        state,
        Chat: chat,
        Sender,
        IsFromMe: isFromMe,
        IsGroup: isGroup(chat),
        MessageIDs,
        Timestamp,
      },
    ];
  };

/** Reading on another device of the account counts as the account's own, whether others may see it or not. */
function stateOf(type: string, isFromMe: boolean): State | null {
  if (type === '') return isFromMe ? null : 'Delivered';
  if (type === 'played') return isFromMe ? null : 'Played';
  if (isFromMe) return 'ReadSelf';
  return type === 'read' ? 'Read' : null;
}

/**
 * Reads the acknowledgement of one message, which was refused if it has an error. Returns null when
 * it names no message.
 */
export function statusOfAck(node: BinaryNode, nowMs: number): StatusChange | null {
  const id = attribute(node, 'id');
  if (id === '') return null;
  const at = timeMs(attribute(node, 't'), nowMs);
  const error = attribute(node, 'error');
  if (error === '') return { id, status: 'ServerAck', code: null, reason: null, at };
  const number = Number(error);
  const code = Number.isSafeInteger(number) ? number : null;
  return { id, status: 'Error', code, reason: refusalReason(error), at };
}

/** Reads what a receipt says of its messages. Receipts of the account's own devices say nothing about them. */
function statusesOfReceipt(
  state: ReceiptState | 'Played',
  { MessageIDs, Timestamp }: Pick<ReceiptData, 'MessageIDs' | 'Timestamp'>,
): StatusChange[] {
  if (state === 'ReadSelf') return [];
  const at = Date.parse(Timestamp);
  return MessageIDs.map((id) => ({ id, status: state, code: null, reason: null, at }));
}
