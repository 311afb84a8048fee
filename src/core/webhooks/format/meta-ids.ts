/** The ids of people and files in bodies of the format `whatsapp-cloud`, and on the paths of the Graph API. Pure. */

// People who hide their number have ids in the form of Meta's, which receivers check, with a country of no such id.

const LID = /^(\d{1,32})@lid$/;
const USER_ID = /^ZZ\.(\d{1,32})$/;

/** Returns the id for the address that hides a number, or null for another address. */
export function userIdOf(jid: string): string | null {
  const [, digits] = LID.exec(jid) ?? [];
  return digits === undefined ? null : `ZZ.${digits}`;
}

/** Returns the address that hides the number behind such an id, or null for another id. */
export function lidIn(userId: string): string | null {
  const [, digits] = USER_ID.exec(userId) ?? [];
  return digits === undefined ? null : `${digits}@lid`;
}

// An uploaded file has digits as its id, the file of a message has the id of that message.

/** The beginning of all paths of the Graph API. */
export const GRAPH_PATH = '/graph';

/** Returns where the bytes of a file are, for a key of its instance. `base` is where the service is reached. */
export const fileUrl = (base: string, version: string, id: string): string =>
  `${base}${GRAPH_PATH}/${version}/${id}/bytes`;

/** Longer ids are those of no message. */
const ID_CHARACTERS_MAX = 512;
/** Digits may decode to a text, though never to one in ASCII. */
const CODED = /^(?!\d+$)[\w-]+$/;

/** Returns the id of the file of a message: its id in base64url, which is never digits alone for a text in ASCII. */
export const mediaIdOf = (messageId: string): string =>
  Buffer.from(messageId).toString('base64url');

/** Returns the id of the message whose file this is; null for an uploaded file, and for what is no such id. */
export function messageIdIn(mediaId: string): string | null {
  if (mediaId.length > ID_CHARACTERS_MAX || !CODED.test(mediaId)) return null;
  const messageId = Buffer.from(mediaId, 'base64url').toString();
  // Another spelling of the same bytes, or bytes that are no text, would be a second id of one file.
  return mediaIdOf(messageId) === mediaId ? messageId : null;
}
