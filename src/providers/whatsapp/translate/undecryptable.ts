/** Turns messages whose content cannot be read into events of the catalog. Pure. */
import type { BinaryNode, WAMessage } from '@whiskeysockets/baileys';
import type { CatalogEvent } from '../../../events/contract/catalog.ts';
import type { MessageInfo } from '../../../events/types/message-data.ts';
import { record, text } from '../../foreign-values.ts';
import type { Self } from './jids.ts';
import { infoOf } from './message.ts';
import { attribute, child } from './node.ts';

/** Why a message cannot be read. */
export interface Unreadable {
  /** The platform's word for what it keeps back, such as `view_once`, or '' where it keeps back nothing. */
  readonly unavailable: string;
  readonly reason: string;
  readonly action: string;
}

type Undecryptable = Extract<CatalogEvent, { type: 'Undecryptable' }>;

const KIND = { field: '', type: 'undecryptable', mediaType: '' };

/** Returns null for a message without an id or a chat. */
export function undecryptableEvent(
  message: WAMessage,
  why: Unreadable,
  self: Self,
  nowMs: number,
): Undecryptable | null {
  const info = infoOf(record(message), KIND, self, nowMs);
  return info && undecryptable(info, why);
}

export const undecryptable = (
  Info: MessageInfo,
  { unavailable, reason, action }: Unreadable,
): Undecryptable => ({
  type: 'Undecryptable',
  data: {
    Info: { ...Info, Type: KIND.type, MediaType: '' },
    IsUnavailable: unavailable !== '',
    UnavailableType: unavailable,
    Reason: reason,
    Action: action,
  },
});

/** Returns what a stanza says in place of the message, or null when it brings the message. */
export function unavailableIn(stanza: BinaryNode): Unreadable | null {
  const notice = child(stanza, 'unavailable');
  const type = attribute(notice, 'type');
  // For any other type the account's phone is asked, and the library reports that.
  if (!type.startsWith('view_once')) return null;
  return {
    unavailable: 'view_once',
    reason: 'WhatsApp shows messages that can be seen once on the phone alone.',
    action: 'Nothing: open the message on the phone.',
  };
}

/** `WebMessageInfo.StubType.CIPHERTEXT`. */
const CIPHERTEXT = 2;
/** The library's words for a message that came without content. */
const WITHOUT_CONTENT = 'Message absent from node';

/** Reads what the library reports; null when it is not a message that could not be deciphered. */
export function undeciphered(message: WAMessage): Unreadable | null {
  const { messageStubType, messageStubParameters, category } = record(message);
  // Messages among the account's own devices are not for receivers.
  if (messageStubType !== CIPHERTEXT || category === 'peer') return null;
  const [problem] = Array.isArray(messageStubParameters) ? messageStubParameters : [];
  if (problem === WITHOUT_CONTENT)
    return {
      unavailable: 'content',
      reason: 'WhatsApp sent the message without its content.',
      action: "The account's phone is asked for it. If it answers, a Message follows.",
    };
  return unreadableFor(text(problem));
}

/** Describes a message that cannot be deciphered for this reason. */
export const unreadableFor = (problem: string): Unreadable => ({
  unavailable: '',
  reason: `The message could not be deciphered: ${problem || 'no reason was given'}.`,
  action: 'Its sender is asked to send it again, up to 5 times. If they do, a Message follows.',
});
