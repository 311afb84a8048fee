/** Offers how WhatsApp says what is sent, and to commands of a stopped service the library, its version and its sessions. */

/** Returns what was sent, as its event has it. */
export { sentMessageData } from './translate/message.ts';

// The library and the version without which an instance cannot connect.

/** Loads the library. Rejects if it is not installed. */
export { loadBaileys } from './engine/baileys.ts';
/** The version of the web client that is stored, and the statement that reads it. */
export { datedVersionIn, READ_WEB_VERSION } from './web-version-store.ts';
/** How old a version is, and what to do about it. */
export { fallbackOf, isOldVersion, nameOfVersion, VERSION_CURE } from './web-versions.ts';

// Sessions that come from another system.

/** The used part of the library. */
export type { Baileys } from './engine/surface.ts';
/** Reads a session as the library's own stores have it, and stores it here. */
export {
  type ForeignSession,
  readForeignSession,
  type StoredText,
  storingOf,
} from './foreign-session.ts';
