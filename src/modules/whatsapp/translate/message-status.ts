/** Reads what the server and recipients say of messages that were sent. Pure. */
import type { ReceiptData, ReceiptState } from '../../../core/events/types/messages.ts';
import type { StatusChange } from '../../../core/messages/status.ts';
import { timeMs } from '../../../core/providers/foreign-values.ts';
import { refusalReason } from '../../../core/providers/refusals.ts';
import type { BinaryNode } from '../engine/surface.ts';
import { attribute } from './node.ts';

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
export function statusesOfReceipt(
  state: ReceiptState | 'Played',
  { MessageIDs, Timestamp }: Pick<ReceiptData, 'MessageIDs' | 'Timestamp'>,
): StatusChange[] {
  if (state === 'ReadSelf') return [];
  const at = Date.parse(Timestamp);
  return MessageIDs.map((id) => ({ id, status: state, code: null, reason: null, at }));
}
