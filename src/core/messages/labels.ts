/** Stores the labels of an instance and the chats that have them. */
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Orm, Statement } from '../db/client.ts';
import { labelledChats, labels } from '../db/schema/messages.ts';

export interface Label {
  readonly id: string;
  readonly name: string;
  /** The index of the colour in the platform's list. */
  readonly color: number;
  /** The id of a label that every account has, or null if the account made it. */
  readonly predefinedId: string | null;
}

/** The limit of one instance. */
export const LABELS_MAX = 1_000;
const LABELLED_MAX = 100_000;

/** Writes a change of labels, perhaps with its event. */
export type CommitLabels = (change: Statement) => Promise<unknown>;

/**
 * `put`, `remove` and `mark` return whether anything changed; beyond the limits nothing does. They write a change
 * through `commit`, by default without anything else. Call them one at a time for each instance.
 */
export interface LabelStore {
  put(label: Label, commit?: CommitLabels): Promise<boolean>;
  /** Deletes the label, also from its chats. */
  remove(labelId: string, commit?: CommitLabels): Promise<boolean>;
  mark(labelId: string, chat: string, isLabelled: boolean, commit?: CommitLabels): Promise<boolean>;
  find(labelId: string): Promise<Label | null>;
  /** Deletes all labels, also from their chats. */
  clear(): Promise<void>;
  /** Returns the labels ordered by id; with `chat` (a JID) only those of that chat. */
  all(chat?: string): Promise<Label[]>;
}

/** The operations of the store reject with a DatabaseError. */
export function createLabelStore(orm: Orm, instanceId: string): LabelStore {
  const own = eq(labels.instanceId, instanceId);
  const ownChats = eq(labelledChats.instanceId, instanceId);
  const labelOf = (labelId: string) => and(own, eq(labels.labelId, labelId));
  const find = async (labelId: string) => {
    const [row] = await orm.select().from(labels).where(labelOf(labelId));
    return row === undefined ? null : toLabel(row);
  };
  const isFull = async () => {
    const [rows] = await orm.select({ all: count() }).from(labelledChats).where(ownChats);
    return (rows?.all ?? 0) >= LABELLED_MAX;
  };
  return {
    find,
    async put(label, commit) {
      const known = await find(label.id);
      if (known !== null && Bun.deepEquals(known, label)) return false;
      const [rows] = await orm.select({ all: count() }).from(labels).where(own);
      if (known === null && (rows?.all ?? 0) >= LABELS_MAX) return false;
      const { id: labelId, ...values } = label;
      const target = [labels.instanceId, labels.labelId];
      const insert = orm.insert(labels).values({ instanceId, labelId, ...values });
      await write(insert.onConflictDoUpdate({ target, set: values }), commit);
      return true;
    },
    async remove(labelId, commit) {
      if ((await find(labelId)) === null) return false;
      // A label that is still known is removed again when its deletion is reported again after a crash.
      await orm.delete(labelledChats).where(and(ownChats, eq(labelledChats.labelId, labelId)));
      await write(orm.delete(labels).where(labelOf(labelId)), commit);
      return true;
    },
    async mark(labelId, chat, isLabelled, commit) {
      const row = { instanceId, labelId, chat };
      const ofRow = and(ownChats, eq(labelledChats.labelId, labelId), eq(labelledChats.chat, chat));
      const known = await orm.select({ chat: labelledChats.chat }).from(labelledChats).where(ofRow);
      if (known.length > 0 === isLabelled || (isLabelled && (await isFull()))) return false;
      const insert = orm.insert(labelledChats).values(row).onConflictDoNothing();
      await write(isLabelled ? insert : orm.delete(labelledChats).where(ofRow), commit);
      return true;
    },
    async clear() {
      await orm.batch([orm.delete(labelledChats).where(ownChats), orm.delete(labels).where(own)]);
    },
    async all(chat) {
      const rows = await orm
        .select()
        .from(labels)
        .where(and(own, chat === undefined ? undefined : isOf(orm, instanceId, chat)))
        .orderBy(asc(labels.labelId));
      return rows.map(toLabel);
    },
  };
}

type Write = PromiseLike<unknown> & { toSQL(): { sql: string; params: unknown[] } };

/** Writes it through `commit`, or alone. */
async function write(change: Write, commit: CommitLabels | undefined): Promise<void> {
  await (commit === undefined ? change : commit(change.toSQL() as Statement));
}

/** Selects the labels that a chat has. */
function isOf(orm: Orm, instanceId: string, chat: string) {
  const ids = orm
    .select({ id: labelledChats.labelId })
    .from(labelledChats)
    .where(and(eq(labelledChats.instanceId, instanceId), eq(labelledChats.chat, chat)));
  return inArray(labels.labelId, ids);
}

const toLabel = ({
  labelId: id,
  name,
  color,
  predefinedId,
}: typeof labels.$inferSelect): Label => ({
  id,
  name,
  color,
  predefinedId,
});
