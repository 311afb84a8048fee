/** Offers how WhatsApp says what is sent, and to the import sessions and the library that reads them. */

/** Returns what was sent, as its event has it. */
export { sentMessageData } from './translate/message.ts';

// Sessions that come from another system.

/** Loads the library. Rejects if it is not installed. */
export { loadBaileys } from './engine/baileys.ts';

/** The used part of the library. */
export type { Baileys } from './engine/surface.ts';
/** Reads a session as the library's own stores have it, and stores it here. */
export {
  type ForeignSession,
  readForeignSession,
  type StoredText,
  storingOf,
} from './foreign-session.ts';
