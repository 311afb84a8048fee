/** The values that examples of bodies and answers share: one instance, who writes to it, and what they write. */

export const INSTANCE = 'shop';
export const INSTANCE_ID = '01a1fa97-1c29-769b-a28f-b5665e4c4109';
/** The instance's own number. */
export const OWN_NUMBER = '5511999990000';
export const NUMBER = '5511888880000';
export const SECOND_NUMBER = '5511777770000';
export const OWN_JID = `${OWN_NUMBER}@s.whatsapp.net`;
export const JID = `${NUMBER}@s.whatsapp.net`;
/** The address that hides the number. */
export const LID = '123456789012345@lid';
export const GROUP = '120363000000000001@g.us';
export const NEWSLETTER = '120363000000000002@newsletter';
export const MESSAGE_ID = '3EB0FE89262EDD05D2819D';
/** The key of a message that came in, and of one that the account sent. */
export const RECEIVED_KEY = { id: MESSAGE_ID, remoteJid: JID, fromMe: false };
export const SENT_KEY = { ...RECEIVED_KEY, fromMe: true };
/** The answer about a person who was changed in a group. */
export const MEMBER_RESULT = { status: '200', jid: JID, reason: null, invite: null };
/** The ids of the number and its account on the paths of the Graph API. */
export const PHONE_NUMBER_ID = '106540352242922';
export const WABA_ID = '102290129340398';
/** The id of an uploaded file there. */
export const MEDIA_ID = '1013859600285441';
/** The id of deliveries and other records that the service names. */
export const RECORD_ID = '01a1fa97-2109-775b-8df8-e96b45bbbe0f';
/** The id of a replay to such a record. */
export const REPLAY_ID = '01a1fa97-2bd4-7c1e-9a53-1d2f4b6c8e0a';
/** A key, token or ticket. */
export const SECRET = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE';
/** The hash of an audit entry. */
export const HASH = 'b83b4925296436ef791f7307729577a064fa41586c92c0b24ae46f99abc24cd4';
/** A picture of one dot. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** The same time in both forms. */
export const TIME = '2026-01-05T12:00:00.000Z';
export const SECONDS = 1_767_614_400;
