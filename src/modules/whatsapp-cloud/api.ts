/** Offers the numbers of the official API, their sessions, and the webhooks that Meta sends. */

/** A number, and the credentials that it works with. */
export type { CloudCredentials, CloudNumber } from './numbers.ts';
/** The kinds of files that Meta takes, and how large they may be. */
export { FILE_RULES } from './outgoing/media.ts';
export type { CloudSession } from './session.ts';
/** Takes what Meta sends, for one number or for all, and lets other nodes take their part. */
export type { Addressed, CloudWebhooks, Sharing } from './webhooks.ts';
