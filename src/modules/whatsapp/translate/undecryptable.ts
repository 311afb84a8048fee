/** Turns messages whose content cannot be read into events of the catalog. Pure. */
import type { CatalogEvent } from '../../../core/events/contract/catalog.ts';
import type { MessageInfo } from '../../../core/events/types/message-data.ts';
import { record, text } from '../../../core/providers/foreign-values.ts';
import type { BinaryNode, WAMessage } from '../engine/surface.ts';
import { bareJid, isNewsletter, type Self } from './jids.ts';
import { infoOf } from './message.ts';
import { attribute, child } from './node.ts';

/** Why a message cannot be read. */
export interface UndecryptableReason {
  /** The platform's word for what it keeps back, such as `view_once`, or '' where it keeps back nothing. */
  readonly unavailable: string;
  readonly reason: string;
  readonly action: string;
}

type UndecryptableEvent = Extract<CatalogEvent, { type: 'Undecryptable' }>;

const KIND = { field: '', type: 'undecryptable', mediaType: '' };

/** Returns null for a message without an id or a chat. */
export function undecryptableEvent(
  message: WAMessage,
  why: UndecryptableReason,
  self: Self,
  nowMs: number,
): UndecryptableEvent | null {
  const info = infoOf(record(message), KIND, self, nowMs);
  return info && toUndecryptable(info, why);
}

export const toUndecryptable = (
  Info: MessageInfo,
  { unavailable, reason, action }: UndecryptableReason,
): UndecryptableEvent => ({
  type: 'Undecryptable',
  data: {
    Info: { ...Info, Type: KIND.type, MediaType: '' },
    IsUnavailable: unavailable !== '',
    UnavailableType: unavailable,
    Reason: reason,
    Action: action,
  },
});

/**
 * Returns why a stanza brings no message that can be read, or null when it may bring one. Baileys acknowledges most of
 * these and reports nothing.
 */
export function undecryptableStanza(stanza: BinaryNode, nowMs: number): UndecryptableReason | null {
  const { from, category, t } = stanza.attrs;
  // Channels have other content, and messages among the account's own devices are not for receivers.
  if (category === 'peer' || isNewsletter(bareJid(from))) return null;
  const sealed = child(stanza, 'enc');
  if (sealed !== undefined) return attribute(sealed, 'type') === 'msmsg' ? FROM_META_AI : null;
  if (child(stanza, 'plaintext') !== undefined) return null;
  const type = attribute(child(stanza, 'unavailable'), 'type');
  const known = KEPT_BACK.find(([prefix]) => type.startsWith(prefix));
  if (known !== undefined) return known[1];
  return nowMs - Number(t) * 1_000 > ASKED_FOR_MS ? TOO_OLD : WITHOUT_CONTENT;
}

const ON_THE_PHONE = 'Nothing: open the message on the phone.';
const KEPT_BACK: readonly (readonly [prefix: string, UndecryptableReason])[] = [
  [
    'view_once',
    {
      unavailable: 'view_once',
      reason: 'WhatsApp shows messages that can be seen once on the phone alone.',
      action: ON_THE_PHONE,
    },
  ],
  [
    'hosted_',
    {
      unavailable: 'hosted',
      reason: 'WhatsApp keeps messages of a hosted business account from linked devices.',
      action: ON_THE_PHONE,
    },
  ],
  [
    'bot_',
    {
      unavailable: 'bot',
      reason: 'WhatsApp keeps messages of this assistant from linked devices.',
      action: ON_THE_PHONE,
    },
  ],
];
const FROM_META_AI: UndecryptableReason = {
  unavailable: 'meta_ai',
  reason: 'Meta AI has sealed the message with the secret of a question, which is not read here.',
  action: ON_THE_PHONE,
};

/** Baileys reports messages without content up to this age, and the phone is asked for those: see `PhoneCopies`. */
const ASKED_FOR_MS = 14 * 24 * 3_600_000;
const TOO_OLD: UndecryptableReason = {
  unavailable: 'old',
  reason: 'WhatsApp sent the message without its content, and it is older than 14 days.',
  action: 'Nothing: the phone is not asked for messages of this age. Open the message there.',
};
const WITHOUT_CONTENT: UndecryptableReason = {
  unavailable: 'content',
  reason: 'WhatsApp sent the message without its content.',
  action: "The account's phone is asked for it. If it answers, a Message follows.",
};

/** `WebMessageInfo.StubType.CIPHERTEXT`. */
const CIPHERTEXT = 2;
/** Baileys' words for a message that came without content. */
const ABSENT = 'Message absent from node';

/** Reads what Baileys reports; null when it is not a message that could not be deciphered. */
export function undecryptableMessage(message: WAMessage): UndecryptableReason | null {
  const { messageStubType, messageStubParameters, category } = record(message);
  // Messages among the account's own devices are not for receivers.
  if (messageStubType !== CIPHERTEXT || category === 'peer') return null;
  const [problem] = Array.isArray(messageStubParameters) ? messageStubParameters : [];
  if (problem === ABSENT) return WITHOUT_CONTENT;
  return undecryptableFor(text(problem));
}

/** Describes a message that cannot be deciphered for this reason. */
export const undecryptableFor = (problem: string): UndecryptableReason => ({
  unavailable: '',
  reason: `The message could not be deciphered: ${problem || 'no reason was given'}.`,
  action: 'Its sender is asked to send it again, up to 5 times. If they do, a Message follows.',
});
