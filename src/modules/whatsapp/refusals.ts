/**
 * Explains why WhatsApp refuses messages, by the number of the refusal: what happened and what to do about it. Pure.
 */

const NO_BUTTONS =
  'WhatsApp does not accept lists and buttons from this account. Send a text or a poll instead.';

/** The number of a message that was refused because it would have opened a chat. */
export const NEW_CHAT_REFUSED = 463;

const REASONS: ReadonlyMap<number, string> = new Map([
  [
    403,
    'WhatsApp does not let this account write there: it may have been blocked, or only admins may write in the group.',
  ],
  [405, NO_BUTTONS],
  [420, 'WhatsApp refused the message because the account sends too fast. Send more slowly.'],
  [
    NEW_CHAT_REFUSED,
    'WhatsApp does not let this account open new chats at the moment. Write to people who wrote first, and wait before you write to others.',
  ],
  [473, NO_BUTTONS],
  [
    479,
    'WhatsApp refused the message because the recipient has other devices by now. Send it again.',
  ],
]);

/** `error` is as the platform writes it, mostly a number. */
export const refusalReason = (error: string): string =>
  REASONS.get(Number(error)) ?? `WhatsApp refused the message with error ${error}.`;
