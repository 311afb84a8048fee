/** Stores the labels of an instance and the chats that have them. */
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { Orm } from '../db/client.ts';
import { labelledChats, labels } from '../db/schema/labels.ts';

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

/** `put`, `remove` and `mark` return whether anything changed; beyond the limits nothing does. */
export interface LabelStore {
  put(label: Label): Promise<boolean>;
  /** Deletes the label, also from its chats. */
  remove(labelId: string): Promise<boolean>;
  mark(labelId: string, chat: string, isLabelled: boolean): Promise<boolean>;
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
  return {
    find,
    async put(label) {
      const known = await find(label.id);
      if (known !== null && Bun.deepEquals(known, label)) return false;
      const [rows] = await orm.select({ all: count() }).from(labels).where(own);
      if (known === null && (rows?.all ?? 0) >= LABELS_MAX) return false;
      const { id: labelId, ...values } = label;
      await orm
        .insert(labels)
        .values({ instanceId, labelId, ...values })
        .onConflictDoUpdate({ target: [labels.instanceId, labels.labelId], set: values });
      return true;
    },
    async remove(labelId) {
      const [, gone] = await orm.batch([
        orm.delete(labelledChats).where(and(ownChats, eq(labelledChats.labelId, labelId))),
        orm.delete(labels).where(labelOf(labelId)).returning({ id: labels.labelId }),
      ]);
      return gone.length > 0;
    },
    async mark(labelId, chat, isLabelled) {
      if (isLabelled) return add(orm, { instanceId, labelId, chat });
      const gone = await orm
        .delete(labelledChats)
        .where(and(ownChats, eq(labelledChats.labelId, labelId), eq(labelledChats.chat, chat)))
        .returning({ chat: labelledChats.chat });
      return gone.length > 0;
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

/** Selects the labels that a chat has. */
function isOf(orm: Orm, instanceId: string, chat: string) {
  const ids = orm
    .select({ id: labelledChats.labelId })
    .from(labelledChats)
    .where(and(eq(labelledChats.instanceId, instanceId), eq(labelledChats.chat, chat)));
  return inArray(labels.labelId, ids);
}

async function add(orm: Orm, row: typeof labelledChats.$inferInsert): Promise<boolean> {
  const [rows] = await orm
    .select({ all: count() })
    .from(labelledChats)
    .where(eq(labelledChats.instanceId, row.instanceId));
  if ((rows?.all ?? 0) >= LABELLED_MAX) return false;
  const added = await orm
    .insert(labelledChats)
    .values(row)
    .onConflictDoNothing()
    .returning({ chat: labelledChats.chat });
  return added.length > 0;
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
