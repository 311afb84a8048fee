/** Errors, and the ids of people and files, in bodies of the format `whatsapp-cloud` and on the paths of the Graph API. Pure. */

interface MetaError {
  readonly code: number;
  /** The HTTP status of an answer with it. */
  readonly status: number;
  /** Meta's name of the error. */
  readonly title: string;
}

const ROWS: readonly (readonly [code: number, status: number, title: string])[] = [
  [0, 401, 'AuthException'],
  [1, 500, 'API Unknown'],
  [2, 503, 'API Service'],
  [3, 500, 'API Method'],
  [4, 429, 'API Too Many Calls'],
  [10, 403, 'API Permission Denied'],
  [33, 400, 'Parameter value is not valid'],
  [100, 400, 'Invalid parameter'],
  [190, 401, 'Access token is not valid'],
  [200, 403, 'API Permission'],
  [368, 403, 'Temporarily blocked for policies violations'],
  [2500, 400, 'Unknown path components'],
  [80007, 429, 'Rate limit issues'],
  [130429, 429, 'Rate limit hit'],
  [130472, 400, "User's number is part of an experiment"],
  [130497, 403, 'Business account is restricted from messaging users in this country'],
  [131000, 500, 'Something went wrong'],
  [131005, 403, 'Access denied'],
  [131008, 400, 'Required parameter is missing'],
  [131009, 400, 'Parameter value is not valid'],
  [131016, 503, 'Service unavailable'],
  [131021, 400, 'Recipient cannot be sender'],
  [131026, 400, 'Message undeliverable'],
  [131030, 400, 'Recipient phone number not in allowed list'],
  [131031, 403, 'Account has been locked'],
  [131037, 400, 'Display name is not approved'],
  [131042, 400, 'Business eligibility payment issue'],
  [131044, 400, 'Certificate is missing'],
  [131045, 500, 'Incorrect certificate'],
  [131047, 400, 'Re-engagement message'],
  [131048, 400, 'Spam rate limit hit'],
  [131049, 400, 'Meta chose not to deliver the message'],
  [131050, 400, 'Recipient has opted out of marketing messages'],
  [131051, 400, 'Unsupported message type'],
  [131052, 400, 'Media download error'],
  [131053, 400, 'Media upload error'],
  [131056, 429, 'Pair rate limit hit'],
  [131057, 500, 'Account in maintenance mode'],
  [131062, 400, 'Recipient must be a phone number'],
  [131063, 400, 'Marketing messages go by another path'],
  [131064, 400, 'Limited for the classification of messages'],
  [132000, 400, 'Template Param Count Mismatch'],
  [132001, 404, 'Template does not exist'],
  [132005, 400, 'Template Hydrated Text Too Long'],
  [132007, 400, 'Template Format Character Policy Violated'],
  [132008, 400, 'Template parameter value is not valid'],
  [132012, 400, 'Template Parameter Format Mismatch'],
  [132015, 400, 'Template is Paused'],
  [132016, 400, 'Template is Disabled'],
  [132018, 400, 'Template parameters are not valid'],
  [132068, 400, 'Flow is in blocked state'],
  [132069, 400, 'Flow is in throttled state'],
  [133000, 500, 'Incomplete Deregistration'],
  [133004, 503, 'Server Temporarily Unavailable'],
  [133005, 400, 'Two step verification PIN Mismatch'],
  [133006, 400, 'Phone number Re-verification Needed'],
  [133008, 400, 'Too Many two step verification PIN Guesses'],
  [133009, 400, 'Two step verification PIN Guessed Too Fast'],
  [133010, 400, 'Phone number Not Registered'],
  [133015, 400, 'Please wait a few minutes before attempting to register this phone number'],
  [133016, 429, 'Account register deregister rate limit exceeded'],
  [135000, 500, 'Generic user error'],
  [137000, 400, 'Identity of the person has changed'],
  [139100, 400, 'Failed to block/unblock users'],
];

/** Every error that is known by its code, in the order of the codes. */
export const META_ERRORS: readonly MetaError[] = ROWS.map(([code, status, title]) => ({
  code,
  status,
  title,
}));

const BY_CODE = new Map(META_ERRORS.map((error) => [error.code, error]));

/** Returns the error of this code; one that Meta adds later is a refusal without a name. */
export function metaErrorOf(code: number): MetaError {
  const known = BY_CODE.get(code >= 200 && code <= 299 ? 200 : code);
  return { code, status: known?.status ?? 400, title: known?.title ?? 'Unknown error' };
}

/** The code of failures for which Meta has no specific code. */
const UNKNOWN = 131000;

/** Meta's codes for what WhatsApp refuses paired phones with; the other numbers below 1000 have no code of Meta. */
const OF_PHONES: ReadonlyMap<number, number> = new Map([
  [403, 131026],
  [405, 131051],
  [420, 130429],
  [463, 131048],
  [473, 131051],
]);

const codeOf = (code: number | null): number => {
  if (code === null) return UNKNOWN;
  return OF_PHONES.get(code) ?? (code < 1000 && !isKnown(code) ? UNKNOWN : code);
};

const isKnown = (code: number): boolean => BY_CODE.has(code) || (code >= 200 && code <= 299);

interface StatusError {
  readonly code: number;
  readonly title: string;
  readonly message: string;
  readonly error_data: { readonly details: string };
}

/** Returns the `errors` of a failed status. `code` and `reason` are those of the event MessageStatus. */
export function statusErrorsOf(code: number | null, reason: string | null): StatusError[] {
  const error = metaErrorOf(codeOf(code));
  const { title } = error;
  const details = reason ?? 'WhatsApp gave no reason.';
  return [{ code: error.code, title, message: title, error_data: { details } }];
}

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
