/** The inboxes of an account. Owns: their rows. */
import { and, asc, eq, notExists } from 'drizzle-orm';
import { inboxes, inboxMembers } from '../../db/schema/crm.ts';
import { changed, created, deleted } from '../audit.ts';
import type { Access } from '../guard.ts';
import { type InboxMembership, removal } from '../inbox-members/writes.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { type InboxRow, toInbox } from './model.ts';

interface InboxStore {
  list(accountId: string, page: Page): Promise<{ rows: InboxRow[]; total: number }>;
  find(accountId: string, id: string): Promise<InboxRow | null>;
  insert(access: Access, row: InboxRow): Promise<void>;
  update(
    access: Access,
    before: InboxRow,
    now: number,
    change: Partial<InboxRow>,
  ): Promise<InboxRow>;
  /** With the places of its members; Stale when they are not all that it has. */
  remove(access: Access, before: InboxRow, members: readonly InboxMembership[]): Promise<void>;
}

type Parts = Pick<CrmParts, 'db' | 'journal' | 'events'>;

export function createInboxStore({ db, journal, events }: Parts): InboxStore {
  const { orm } = db;
  /** This row in this version, and no other. */
  const version = ({ id, accountId, updatedAt }: InboxRow) =>
    and(eq(inboxes.id, id), eq(inboxes.accountId, accountId), eq(inboxes.updatedAt, updatedAt));
  const membersOf = ({ id }: InboxRow) =>
    orm.select().from(inboxMembers).where(eq(inboxMembers.inboxId, id));
  return {
    async list(accountId, { pageSize, offset }) {
      const rows = await orm
        .select()
        .from(inboxes)
        .where(eq(inboxes.accountId, accountId))
        .orderBy(asc(inboxes.id))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: await totalOf(db, accountId, 'inboxes') };
    },
    async find(accountId, id) {
      const where = and(eq(inboxes.accountId, accountId), eq(inboxes.id, id));
      const [row] = await orm.select().from(inboxes).where(where).limit(1);
      return row ?? null;
    },
    async insert(access, row) {
      const write = orm.insert(inboxes).values(row);
      await journal.commit(access, [{ write, audit: created('inboxes', toInbox(row)) }]);
    },
    async update(access, before, now, change) {
      const after = { ...before, ...change, updatedAt: now };
      const write = orm
        .update(inboxes)
        .set({ ...change, updatedAt: now })
        .where(version(before));
      const audit = changed('inboxes', toInbox(before), toInbox(after));
      await journal.commit(access, [{ write, audit }]);
      return after;
    },
    async remove(access, before, members) {
      const changes = members.map(removal);
      const write = orm.delete(inboxes).where(and(version(before), notExists(membersOf(before))));
      const last = { write, audit: deleted('inboxes', toInbox(before)) };
      const steps = [...changes.map(({ step }) => step), last];
      const told = changes.map(({ event }) => event);
      await events.commit(access, steps, told);
    },
  };
}
