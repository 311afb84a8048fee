/** Opens and seals content with the secret of the message that it is about. */

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { StoredMessage } from '../../core/messages/rows.ts';
import { isGroup } from '../../core/providers/chats.ts';
import { type Fields, isBytes, record } from '../../core/providers/foreign-values.ts';
import { voteIn } from '../../core/providers/read-content.ts';
import { isLid } from '../../core/shared/addresses/chat-address.ts';
import { failure } from '../../core/shared/errors.ts';
import type { Baileys, WASocket } from './engine/surface.ts';
import type { GroupCache } from './groups/cache.ts';
import { unwrap } from './translate/content.ts';
import type { Self } from './translate/jids.ts';

/** The last 16 bytes of the payload are its tag. */
interface SealedContent {
  readonly encPayload: Uint8Array;
  readonly encIv: Uint8Array;
}

/** The facts besides the use that the key is derived from. Each person may have been named by number or by LID. */
interface SealedTarget {
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

function seal(
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

interface VoteContext {
  readonly baileys: Baileys;
  readonly socket: WASocket;
  readonly groups: GroupCache;
  readonly self: Self;
}

/**
 * Seals a vote with the secret of its poll, so that only people in the chat can read it. `said` names the chosen options.
 * Throws `conflict` for a poll whose secret is not stored.
 */
export async function sealedVote(
  said: Fields,
  poll: StoredMessage,
  voting: VoteContext,
): Promise<Fields> {
  const { proto } = voting.baileys;
  const secret = poll.content && secretOf(proto.Message.decode(poll.content));
  if (!secret) throw failure('poll_secret_missing', { id: poll.id });
  const names = voteIn(said)?.options ?? [];
  const selectedOptions = names.map((name) => createHash('sha256').update(name).digest());
  const content = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish();
  const people = await addressesOf(poll, voting);
  const vote = seal(content, 'Poll Vote', { id: poll.id, secret, ...people });
  return { pollUpdateMessage: { ...record(said.pollUpdateMessage), vote } };
}

/** Returns LIDs where the chat uses those, since everybody in it must name people alike. */
async function addressesOf(poll: StoredMessage, { socket, groups, self }: VoteContext) {
  const { isFromMe, chatAddress, authorAddress } = poll;
  const author = authorAddress || chatAddress;
  const usesLid = isFromMe ? await isByLid(chatAddress, { socket, groups }) : isLid(author);
  const writer = (usesLid && self.lid) || self.jid;
  return { author: isFromMe ? writer : author, writer };
}

const isByLid = async (
  chat: string,
  { socket, groups }: Pick<VoteContext, 'socket' | 'groups'>,
): Promise<boolean> =>
  isGroup(chat) ? (await groups.find(chat, socket)).addressingMode === 'lid' : isLid(chat);
