/** Offers how WhatsApp says what is sent, and to the import sessions and Baileys, which reads them. */

/** Says why WhatsApp refuses a message. */
export { NEW_CHAT_REFUSED, refusalReason } from './refusals.ts';
/** Returns what was sent, as its event has it. */
export { sentMessageData } from './translate/message.ts';

// Sessions that come from another system.

/** Loads Baileys. Rejects if it is not installed. */
export { loadBaileys } from './engine/baileys.ts';

/** The used part of Baileys. */
export type { Baileys } from './engine/surface.ts';
/** Reads a session as Baileys' own stores have it, and stores it here. */
export {
  type ForeignSession,
  readForeignSession,
  type StoredText,
  storingOf,
} from './foreign-session.ts';
