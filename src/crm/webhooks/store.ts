/** The webhooks of an account. Owns: their rows, and that the registry hears of each change after the disk. */
import { and, asc, eq } from 'drizzle-orm';
import { webhooks } from '../../db/schema/crm.ts';
import { changed, created, deleted } from '../audit.ts';
import type { Access } from '../guard.ts';
import { type Page, totalOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { toWebhook } from './model.ts';
import type { WebhookRow } from './registry.ts';

type WebhookColumns = Partial<Omit<WebhookRow, 'id' | 'accountId' | 'createdAt'>>;

export interface WebhookStore {
  list(accountId: string, page: Page): Promise<{ rows: WebhookRow[]; total: number }>;
  find(accountId: string, id: string): Promise<WebhookRow | null>;
  insert(access: Access, row: WebhookRow): Promise<void>;
  /** `action`: the word of the audit row. Nothing goes to the former URL any more when it resolves. */
  update(
    access: Access,
    before: WebhookRow,
    change: WebhookColumns & { readonly updatedAt: number },
    action: 'update' | 'rotate',
  ): Promise<WebhookRow>;
  remove(access: Access, before: WebhookRow): Promise<void>;
}

export function createWebhookStore(parts: CrmParts): WebhookStore {
  const { db, commits, turns, webhooks: registry } = parts;
  const { orm } = db;
  const version = ({ id, accountId, updatedAt }: WebhookRow) =>
    and(eq(webhooks.id, id), eq(webhooks.accountId, accountId), eq(webhooks.updatedAt, updatedAt));
  /** Disk and memory change in the same order, from whatever path the change comes. */
  const oneByOne = <T>(id: string, work: () => Promise<T>) => turns.run(`webhook ${id}`, work);

  return {
    async list(accountId, { pageSize, offset }) {
      const rows = await orm
        .select()
        .from(webhooks)
        .where(eq(webhooks.accountId, accountId))
        .orderBy(asc(webhooks.id))
        .limit(pageSize)
        .offset(offset);
      return { rows, total: await totalOf(db, accountId, 'webhooks') };
    },
    async find(accountId, id) {
      const where = and(eq(webhooks.accountId, accountId), eq(webhooks.id, id));
      const [row] = await orm.select().from(webhooks).where(where).limit(1);
      return row ?? null;
    },
    insert: (access, row) =>
      oneByOne(row.id, async () => {
        const write = orm.insert(webhooks).values(row);
        await commits.commit(access, [{ write, audit: created('webhooks', toWebhook(row)) }]);
        await registry.put(row);
      }),
    update: (access, before, change, action) =>
      oneByOne(before.id, async () => {
        const after = { ...before, ...change };
        const write = orm.update(webhooks).set(change).where(version(before));
        const audit = changed('webhooks', toWebhook(before), toWebhook(after), action);
        await commits.commit(access, [{ write, audit }]);
        await registry.put(after);
        return after;
      }),
    remove: (access, before) =>
      oneByOne(before.id, async () => {
        const write = orm.delete(webhooks).where(version(before));
        await commits.commit(access, [{ write, audit: deleted('webhooks', toWebhook(before)) }]);
        await registry.remove(before.accountId, before.id);
      }),
  };
}
