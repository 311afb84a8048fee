/**
 * The content of a message as a payload. Owns: its spelling, and the fields receivers count on.
 * Must never: carry key material that is not about this message's own media. Pure.
 */
import type { MessageContent } from '../../../events/contract/catalog.ts';
import { isMediaField, mediaFields } from './media-reference.ts';
import { plainRecord } from './plain.ts';
import { type Fields, isRecord, record, text } from './reading.ts';

/** How groups are keyed to their members; of no use to a receiver, and not for their eyes. */
const KEYS = ['senderKeyDistributionMessage', 'fastRatchetKeySenderKeyDistributionMessage'];

/** Null for content that is not what its field says. `field` is the one the content stands in. */
export function payloadOf(content: Fields, field: string): MessageContent | null {
  const { conversation, ...others } = plainRecord(without(content, KEYS));
  if (field === 'conversation' && typeof conversation !== 'string') return null;
  const payload: MessageContent = {
    ...(typeof conversation === 'string' && conversation !== '' && { conversation }),
    ...others,
  };
  const said = payload[field];
  if (field === 'extendedTextMessage') {
    if (!isRecord(said)) return null;
    payload.extendedTextMessage = { ...said, text: text(said.text) };
  }
  if (isMediaField(field)) {
    if (!isRecord(said)) return null;
    payload[field] = mediaFields(record(said));
  }
  return said === undefined ? null : payload;
}

const without = (content: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name)));
