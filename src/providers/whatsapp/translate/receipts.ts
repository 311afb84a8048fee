/**
 * Receipts, as events of the catalog. Read off the stanza: the client's own events call every receipt in a group one
 * of reading, leave out those that name several readers, and vanish into other events while it catches up. Pure.
 */
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { CatalogEvent, ReceiptData, ReceiptState } from '../../../events/contract/catalog.ts';
import { iso } from '../../../shared/clock.ts';
import { isGroup } from '../../chats.ts';
import { RECEIPT_TYPE } from '../../session-events.ts';
import { bareJid, isBroadcast, isMe, type Person, person, type Self } from './jids.ts';
import { attribute, child, children } from './node.ts';
import { timeMs } from './reading.ts';

type ReceiptEvent = Extract<CatalogEvent, { type: 'Receipt' }>;

/** Empty for what is no event: receipts among the account's own devices, of playing, or asking for a message again. */
export function receiptsOfNode(node: BinaryNode, self: Self, nowMs: number): ReceiptEvent[] {
  const from = bareJid(attribute(node, 'from'));
  const type = attribute(node, 'type');
  if (from === '' || !['', 'read', 'read-self'].includes(type)) return [];
  const event = eventOf(type, self, nowMs);
  if (!isGroup(from) && !isBroadcast(from)) {
    const sender = person(self, from, attribute(node, 'sender_pn'), attribute(node, 'sender_lid'));
    return event({ chat: chatWith(node, sender, self), sender, ids: idsOf(node), at: node });
  }
  const addresses = ['participant', 'participant_pn', 'participant_lid'];
  const sender = person(self, ...addresses.map((name) => attribute(node, name)));
  if (sender.jid !== '') return event({ chat: from, sender, ids: idsOf(node), at: node });
  return readersOf(node).flatMap(({ user, ids }) =>
    event({ chat: from, sender: person(self, attribute(user, 'jid')), ids, at: user }),
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

const eventOf =
  (type: string, self: Self, nowMs: number) =>
  ({ chat, sender, ids, at }: ReceiptFields): ReceiptEvent[] => {
    const isFromMe = isMe(sender.jid, self);
    const state = stateOf(type, isFromMe);
    if (state === null || chat === '' || sender.jid === '' || ids.length === 0) return [];
    const data: ReceiptData = {
      Chat: chat,
      Sender: sender.jid,
      IsFromMe: isFromMe,
      IsGroup: isGroup(chat),
      MessageIDs: [...ids],
      Timestamp: iso(timeMs(attribute(at, 't'), nowMs)),
      Type: RECEIPT_TYPE[state],
    };
    return [{ type: 'Receipt', state, data }];
  };

/** Whether others may see it or not, reading on a device of ours is our own reading. */
function stateOf(type: string, isFromMe: boolean): ReceiptState | null {
  if (type === '') return isFromMe ? null : 'Delivered';
  if (isFromMe) return 'ReadSelf';
  return type === 'read' ? 'Read' : null;
}
