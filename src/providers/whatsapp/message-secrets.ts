/** Opens what phones seal with the secret of the message that it is about. */
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { isBytes, record } from './translate/reading.ts';
import { unwrap } from './translate/unwrap.ts';

/** As content has it: the last 16 bytes of the payload are its tag. */
export interface SealedContent {
  readonly encPayload: Uint8Array;
  readonly encIv: Uint8Array;
}

/** What its key is made of besides the secret. Each person may have been named by number or by hidden address. */
export interface SealedAbout {
  /** Of the message that it is about. */
  readonly id: string;
  readonly secret: Uint8Array;
  /** Of who wrote that message. */
  readonly authors: readonly string[];
  /** Of who sealed. */
  readonly writers: readonly string[];
}

const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** The secret in the content of a message; null: it brought none. */
export function secretOf(content: unknown): Uint8Array | null {
  const { messageSecret } = record(unwrap(content).content.messageContextInfo);
  return isBytes(messageSecret) && messageSecret.byteLength > 0 ? messageSecret : null;
}

/** Null for fields that are no sealed content. */
export function sealedContent(value: unknown): SealedContent | null {
  const { encPayload, encIv } = record(value);
  return isBytes(encPayload) && isBytes(encIv) ? { encPayload, encIv } : null;
}

/** What the content is for, as its key says it. */
export type Use =
  | 'Message Edit'
  | 'Event Edit'
  | 'Poll Vote'
  | 'Event Response'
  | 'Enc Reaction'
  | 'Enc Comment';

/** What is bound to the other message and its writer besides. */
const BOUND: ReadonlySet<Use> = new Set(['Poll Vote', 'Event Response']);

/** Null when no pair of addresses opens it. */
export function opened(sealed: SealedContent, use: Use, about: SealedAbout): Uint8Array | null {
  for (const author of about.authors) {
    for (const writer of about.writers) {
      const key = keyOf(about.secret, `${about.id}${author}${writer}${use}`);
      const bound = BOUND.has(use) ? `${about.id}\0${writer}` : '';
      const content = openedBy(key, sealed, bound);
      if (content !== null) return content;
    }
  }
  return null;
}

const keyOf = (secret: Uint8Array, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(0), info, KEY_BYTES));

function openedBy(
  key: Uint8Array,
  { encPayload, encIv }: SealedContent,
  bound: string,
): Uint8Array | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, encIv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(bound));
    decipher.setAuthTag(encPayload.subarray(-TAG_BYTES));
    const content = decipher.update(encPayload.subarray(0, -TAG_BYTES));
    return Buffer.concat([content, decipher.final()]);
  } catch {
    return null;
  }
}
