/** Seals a vote with the secret of its poll, so that only people in the chat can read it. */
import { createHash } from 'node:crypto';
import type { StoredMessage } from '../../core/messages/rows.ts';
import { isGroup } from '../../core/providers/chats.ts';
import { type Fields, record } from '../../core/providers/foreign-values.ts';
import { voteIn } from '../../core/providers/poll.ts';
import { isLid } from '../../core/shared/addresses/chat-address.ts';
import { failure } from '../../core/shared/errors.ts';
import type { Baileys, WASocket } from './engine/surface.ts';
import type { GroupCache } from './groups/cache.ts';
import { seal, secretOf } from './message-secrets.ts';
import type { Self } from './translate/jids.ts';

interface VoteContext {
  readonly baileys: Baileys;
  readonly socket: WASocket;
  readonly groups: GroupCache;
  readonly self: Self;
}

/** `said` names the chosen options. Throws `conflict` for a poll whose secret is not stored. */
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
