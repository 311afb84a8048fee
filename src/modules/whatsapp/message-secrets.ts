/** Opens and seals content with the secret of the message that it is about. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { isBytes, record } from '../../core/providers/foreign-values.ts';
import { unwrap } from './translate/content.ts';

/** The last 16 bytes of the payload are its tag. */
export interface SealedContent {
  readonly encPayload: Uint8Array;
  readonly encIv: Uint8Array;
}

/** The facts besides the use that the key is derived from. Each person may have been named by number or by LID. */
export interface SealedTarget {
  /** The id of the message that it is about. */
  readonly id: string;
  readonly secret: Uint8Array;
  /** Addresses of the person who wrote that message. */
  readonly authors: readonly string[];
  /** Addresses of the person who sealed the content. */
  readonly writers: readonly string[];
}

const TAG_BYTES = 16;
const IV_BYTES = 12;
const KEY_BYTES = 32;

/** Returns the secret in the content of a message, or null. */
export function secretOf(content: unknown): Uint8Array | null {
  const { messageSecret } = record(unwrap(content).content.messageContextInfo);
  return isBytes(messageSecret) && messageSecret.byteLength > 0 ? messageSecret : null;
}

/** Returns null when the fields are not sealed content. */
export function sealedContent(value: unknown): SealedContent | null {
  const { encPayload, encIv } = record(value);
  return isBytes(encPayload) && isBytes(encIv) ? { encPayload, encIv } : null;
}

/** The use of the content, in the words that its key is derived from. */
export type SecretUse =
  | 'Message Edit'
  | 'Event Edit'
  | 'Poll Vote'
  | 'Event Response'
  | 'Enc Reaction'
  | 'Enc Comment';

/** Uses whose content is also bound to the other message and its writer. */
const BOUND: ReadonlySet<SecretUse> = new Set(['Poll Vote', 'Event Response']);

/** Returns null when no pair of addresses opens it. */
export function openSealed(
  sealed: SealedContent,
  use: SecretUse,
  target: SealedTarget,
): Uint8Array | null {
  for (const author of target.authors) {
    for (const writer of target.writers) {
      const key = keyOf(target.secret, `${target.id}${author}${writer}${use}`);
      const content = openedBy(key, sealed, boundTo(target.id, writer, use));
      if (content !== null) return content;
    }
  }
  return null;
}

/**
 * The facts from which the key of content that is sealed here is derived: each person by the address that the chat
 * uses.
 */
interface Sealing {
  readonly id: string;
  readonly secret: Uint8Array;
  readonly author: string;
  readonly writer: string;
}

export function seal(
  content: Uint8Array,
  use: SecretUse,
  { id, secret, author, writer }: Sealing,
): SealedContent {
  const key = keyOf(secret, `${id}${author}${writer}${use}`);
  const encIv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, encIv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo(id, writer, use)));
  const encPayload = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  return { encPayload, encIv };
}

const boundTo = (id: string, writer: string, use: SecretUse): string =>
  BOUND.has(use) ? `${id}\0${writer}` : '';

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
