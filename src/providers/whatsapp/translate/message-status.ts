/** What the server and recipients say of messages that were sent. Pure. */
import type { BinaryNode } from '@whiskeysockets/baileys';
import type { ReceiptData, ReceiptState } from '../../../events/contract/catalog.ts';
import type { StatusChange } from '../../../messages/status.ts';
import { attribute } from './node.ts';
import { timeMs } from './reading.ts';

const NO_BUTTONS =
  'WhatsApp does not accept lists and buttons from this account. Send a text or a poll instead.';

/** By the number of the refusal: what happened and what to do about it. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [
    403,
    'WhatsApp does not let this account write there: it may have been blocked, or only admins may write in the group.',
  ],
  [405, NO_BUTTONS],
  [420, 'WhatsApp refused the message because the account sends too fast. Send more slowly.'],
  [
    463,
    'WhatsApp does not let this account open new chats at the moment. Write to people who wrote first, and wait before you write to others.',
  ],
  [473, NO_BUTTONS],
  [
    479,
    'WhatsApp refused the message because the recipient has other devices by now. Send it again.',
  ],
]);

/** The acknowledgement of one message: with an error it was refused. Null: it names no message. */
export function statusOfAck(node: BinaryNode, nowMs: number): StatusChange | null {
  const id = attribute(node, 'id');
  if (id === '') return null;
  const at = timeMs(attribute(node, 't'), nowMs);
  const error = attribute(node, 'error');
  if (error === '') return { id, status: 'ServerAck', code: null, reason: null, at };
  const number = Number(error);
  const code = Number.isSafeInteger(number) ? number : null;
  const reason = REASONS.get(number) ?? `WhatsApp refused the message with error ${error}.`;
  return { id, status: 'Error', code, reason, at };
}

/** What a receipt says of the messages it names. Our own devices' receipts say nothing of them. */
export function statusesOfReceipt(
  state: ReceiptState | 'Played',
  { MessageIDs, Timestamp }: Pick<ReceiptData, 'MessageIDs' | 'Timestamp'>,
): StatusChange[] {
  if (state === 'ReadSelf') return [];
  const at = Date.parse(Timestamp);
  return MessageIDs.map((id) => ({ id, status: state, code: null, reason: null, at }));
}
