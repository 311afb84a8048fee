/**
 * Receipts, as events of the catalog. Read off the stanza: the client's own events call every receipt in a group one
 * of reading, leave out those that name several readers, and vanish into other events while it catches up. Pure.
 */
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { CatalogEvent } from '../../../events/contract/catalog.ts';
import type { ReceiptData, ReceiptState } from '../../../events/types/messages.ts';
import type { StatusChange } from '../../../messages/status.ts';
import { iso } from '../../../shared/clock.ts';
import { isGroup } from '../../chats.ts';
import { timeMs } from '../../foreign-values.ts';
import { RECEIPT_TYPE } from '../../session-events.ts';
import { bareJid, isBroadcast, isMe, type Person, person, type Self } from './jids.ts';
import { statusesOfReceipt } from './message-status.ts';
import { attribute, child, children } from './node.ts';

type ReceiptEvent = Extract<CatalogEvent, { type: 'Receipt' }>;

/** What one stanza says: to receivers, and of messages that were sent. */
export interface Receipts {
  readonly events: readonly ReceiptEvent[];
  readonly statuses: readonly StatusChange[];
}

type State = ReceiptState | 'Played';
type Receipt = Omit<ReceiptData, 'Type'> & { readonly state: State };

/** Empty for receipts among the account's own devices, and those that ask for a message again. Playing is no event. */
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
    const sender = person(self, from, attribute(node, 'sender_pn'), attribute(node, 'sender_lid'));
    return receipt({ chat: chatWith(node, sender, self), sender, ids: idsOf(node), at: node });
  }
  const addresses = ['participant', 'participant_pn', 'participant_lid'];
  const sender = person(self, ...addresses.map((name) => attribute(node, name)));
  if (sender.jid !== '') return receipt({ chat: from, sender, ids: idsOf(node), at: node });
  return readersOf(node).flatMap(({ user, ids }) =>
    receipt({ chat: from, sender: person(self, attribute(user, 'jid')), ids, at: user }),
  );
}

/** What we read on another device names the chat as its recipient. */
function chatWith(node: BinaryNode, sender: Person, self: Self): string {
  if (!isMe(sender.jid, self)) return sender.jid;
  const addresses = ['recipient', 'recipient_pn', 'peer_recipient_pn'];
  return person(self, ...addresses.map((name) => attribute(node, name))).jid;
}

/** The first message is named by the stanza itself, the others in a list. */
function idsOf(node: BinaryNode): string[] {
  const listed = children(child(node, 'list')).filter(({ tag }) => tag === 'item');
  const ids = [node, ...listed].map((one) => attribute(one, 'id')).filter((id) => id !== '');
  return [...new Set(ids)];
}

/** In groups several readers of one message may come in one stanza. */
const readersOf = (node: BinaryNode): { user: BinaryNode; ids: string[] }[] =>
  children(node)
    .filter(({ tag }) => tag === 'participants')
    .flatMap((list) => children(list).map((user) => ({ user, ids: [attribute(list, 'key')] })))
    .filter(({ user, ids }) => user.tag === 'user' && ids[0] !== '');

interface ReceiptFields {
  readonly chat: string;
  readonly sender: Person;
  readonly ids: readonly string[];
  /** Whose `t` says when. */
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

/** Whether others may see it or not, reading on a device of ours is our own reading. */
function stateOf(type: string, isFromMe: boolean): State | null {
  if (type === '') return isFromMe ? null : 'Delivered';
  if (type === 'played') return isFromMe ? null : 'Played';
  if (isFromMe) return 'ReadSelf';
  return type === 'read' ? 'Read' : null;
}
