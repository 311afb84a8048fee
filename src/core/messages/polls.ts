/** Polls and the last vote of each voter: the statements that write them, and their results. */
import type { Database, Statement } from '../db/client.ts';
import { oldestNodeIs } from '../db/conditions.ts';

export interface Poll {
  readonly name: string;
  readonly options: readonly string[];
}

/** The options that a vote chose, by name; none if the vote was taken back. */
export interface PollVote {
  readonly pollId: string;
  readonly options: readonly string[];
}

export interface PollResults {
  readonly chat: string;
  readonly name: string;
  /** In the order of the poll. */
  readonly options: readonly { readonly name: string; readonly voters: readonly string[] }[];
}

const INSERT_POLL = `insert into polls (instance_id, poll_id, chat, name, options, sent_at)
  values (?, ?, ?, ?, ?, ?) on conflict do nothing`;

/** Where and when a message was sent, in ms since 1970. */
interface MessageOrigin {
  readonly id: string;
  readonly chat: string;
  readonly sender: string;
  readonly sentAt: number;
}

/** Returns the statement that stores a poll; one that is stored already is not changed. */
export const insertPoll = (
  instanceId: string,
  { id, chat, sentAt }: MessageOrigin,
  { name, options }: Poll,
): Statement => ({
  sql: INSERT_POLL,
  params: [instanceId, id, chat, name, JSON.stringify(options), sentAt],
});

/** A vote that was cast before the stored one changes nothing. */
const UPSERT_VOTE = `insert into poll_votes (instance_id, poll_id, chat, voter, options, voted_at)
  values (?, ?, ?, ?, ?, ?)
  on conflict do update set options = excluded.options, voted_at = excluded.voted_at
  where excluded.voted_at >= poll_votes.voted_at`;

export const upsertVote = (
  instanceId: string,
  { chat, sender, sentAt }: MessageOrigin,
  { pollId, options }: PollVote,
): Statement => ({
  sql: UPSERT_VOTE,
  params: [instanceId, pollId, chat, sender, JSON.stringify(options), sentAt],
});

// The voter and the chat may have been known by another address at the time of the poll and of the vote.
const IN_CHAT = `chat in (
    select ?3 union all select jid from contact_addresses where instance_id = ?1 and address = ?3
    union all select address from contact_addresses where instance_id = ?1 and jid = ?3)`;
// Others may have sent a poll with the id of one of the account to it in another chat.
const POLL = `select chat, name, options from polls where instance_id = ?1 and poll_id = ?2
  order by ${IN_CHAT} desc, exists (select 1 from messages where messages.instance_id = ?1
      and messages.id = ?2 and is_from_me = 1 and messages.chat = polls.chat) desc,
    sent_at desc limit 1`;
const VOTES = `select coalesce((select jid from contact_addresses
      where contact_addresses.instance_id = ?1 and address = voter), voter) as person, options
  from poll_votes where instance_id = ?1 and poll_id = ?2 and ${IN_CHAT}
  order by voted_at, person`;

/** Returns null when no such poll is stored. Prefers one in the chat `wanted`, and then one of the account. */
export async function readPoll(
  db: Pick<Database, 'query'>,
  instanceId: string,
  pollId: string,
  wanted = '',
): Promise<PollResults | null> {
  const [row] = await db.query(POLL, [instanceId, pollId, wanted]);
  if (row === undefined) return null;
  const [chat, name, options] = row.map(String);
  const votes = await db.query(VOTES, [instanceId, pollId, chat ?? '']);
  const last = new Map(votes.map(([voter, names]) => [String(voter), listOf(names)]));
  const chosen = [...last].map(([voter, names]) => ({ voter, names }));
  return {
    chat: chat ?? '',
    name: name ?? '',
    options: listOf(options).map((option) => ({
      name: option,
      voters: chosen.flatMap(({ voter, names }) => (names.includes(option) ? [voter] : [])),
    })),
  };
}

// Only the statements above write these lists.
const listOf = (json: unknown): string[] => JSON.parse(String(json)) as string[];

const PRUNE_POLLS = `delete from polls where $oldest and rowid in (
  select rowid from polls where sent_at < ? order by sent_at limit ?) returning 1`;
const PRUNE_VOTES = `delete from poll_votes where $oldest and rowid in (
  select rowid from poll_votes where voted_at < ? order by voted_at limit ?) returning 1`;

/**
 * As `node`, deletes the oldest polls and votes before `before` (ms since 1970), at most `limit` of each. Returns how
 * many.
 */
export async function prunePolls(
  db: Pick<Database, 'query'>,
  before: number,
  limit: number,
  node: string | null,
): Promise<number> {
  const run = (sql: string) =>
    db.query(sql.replace('$oldest', oldestNodeIs(node)), [before, limit]);
  return (await run(PRUNE_VOTES)).length + (await run(PRUNE_POLLS)).length;
}
