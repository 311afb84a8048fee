/** Takes over the messages of an instance, a batch at a time: what was written stays when it is interrupted. */
import type { Database, Statement } from '../../core/db/client.ts';
import type { CatalogEvent } from '../../core/events/contract/catalog.ts';
import { ContactWriter, contactsIn } from '../../core/messages/store/contacts.ts';
import {
  type ImportedMessage,
  insertImported,
  totalsOf,
} from '../../core/messages/store/statements.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { messageIn } from './message-row.ts';
import { MESSAGES_MAX, type Source } from './source.ts';

interface MessagesDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly source: Source;
}

interface Owner {
  /** As the source calls the instance, and as it is called here. */
  readonly sourceId: string;
  readonly instanceId: string;
  readonly ownerJid: string | null;
}

/** Returns the sentence of a dry run on the messages of an instance. */
export async function messagesToTake(source: Source, sourceId: string): Promise<string> {
  const all = await source.countMessages(sourceId);
  return `messages: ${Math.min(all, MESSAGES_MAX)} to take${leftOut(all)}`;
}

const leftOut = (all: number): string =>
  all > MESSAGES_MAX ? `, and ${all - MESSAGES_MAX} older ones not` : '';

/** Resolves with what became of them, as a sentence. Those that are here already stay as they are. */
export async function takeMessages(
  { db, clock, source }: MessagesDeps,
  { sourceId, instanceId, ownerJid }: Owner,
): Promise<string> {
  const countStored = async () => (await totalsOf(db, [instanceId])).get(instanceId)?.messages ?? 0;
  const before = await countStored();
  // Each of them is written once for each batch that names them.
  const contacts = new ContactWriter(db, Number.MAX_SAFE_INTEGER);
  let read = 0;
  let unreadable = 0;
  for await (const rows of source.messages(sourceId)) {
    const messages = rows.flatMap((row) => messageIn(row, ownerJid ?? '') ?? []);
    read += rows.length;
    unreadable += rows.length - messages.length;
    const now = clock.now();
    const people = contacts.statements(instanceId, messages.map(eventOf).flatMap(contactsIn), now);
    const said = messages.flatMap((message) => insertImported(instanceId, message, now));
    const statements: Statement[] = [...said, ...people.statements];
    if (statements.length > 0) await db.batch(statements);
  }
  const taken = (await countStored()) - before;
  const there = read - unreadable - taken;
  const all = await source.countMessages(sourceId);
  return [
    `messages: ${taken} taken`,
    ...(there > 0 ? [`${there} here already`] : []),
    ...(unreadable > 0 ? [`${unreadable} without a chat, an id, a time or a content`] : []),
  ]
    .join(', ')
    .concat(leftOut(all));
}

const eventOf = ({ data }: ImportedMessage): CatalogEvent => ({ type: 'Message', data });
