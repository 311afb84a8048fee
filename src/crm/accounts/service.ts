/** What happens to accounts. Owns: the rules, in the order they are checked. */
import type { Static } from '@sinclair/typebox';
import { conflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { changeRecord, found } from '../change-record.ts';
import type { Access } from '../guard.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { accountLost, keepSuperAdmin } from '../super-admins.ts';
import {
  type Account,
  type AccountChange,
  type AccountRow,
  type NewAccount,
  toAccount,
} from './model.ts';
import { createAccountStore } from './store.ts';

interface Asking {
  readonly request: Request;
}

export function createAccountService(parts: CrmParts) {
  const store = createAccountStore(parts);
  /** Any account but the one the guard seated the caller in is another's. */
  const find = async (access: Access, id: string): Promise<AccountRow | null> =>
    id === access.accountId ? store.find(id) : null;
  return {
    async list(access: Access, page: Page): Promise<{ data: Account[]; total: number }> {
      const { rows, total } = await store.list(access, page);
      return { data: rows.map(toAccount), total };
    },
    async get(access: Access, id: string): Promise<Account> {
      return toAccount(found(await find(access, id), 'account'));
    },
    async create(access: Access, fields: Static<typeof NewAccount>): Promise<Account> {
      const now = parts.clock.now();
      const row: AccountRow = {
        id: newId(),
        name: fields.name,
        locale: fields.locale ?? 'en',
        supportEmail: fields.support_email ?? null,
        status: 'active',
        createdAt: now,
        updatedAt: now,
      };
      await store.insert(access, row);
      return toAccount(row);
    },
    /** 404, 412. */
    change(context: Asking, access: Access, id: string, wanted: Static<typeof AccountChange>) {
      const { support_email: supportEmail, ...others } = wanted;
      const fields = { ...others, ...(supportEmail !== undefined && { supportEmail }) };
      return changeRecord(parts, context, {
        what: 'account',
        find: () => find(access, id),
        write: async (before, now): Promise<Account> =>
          toAccount(await store.update(access, before, now, fields)),
      });
    },
    /** 404, 412, 409 the caller's last account, or the last one with a super_admin. */
    remove(context: Asking, access: Access, id: string) {
      return changeRecord(parts, context, {
        what: 'account',
        find: () => find(access, id),
        async write(before, now): Promise<{ id: string }> {
          const another = await store.anotherOf(access.userId, id);
          if (another === null) throw conflict('Nobody deletes their only account');
          const onlyIf = await keepSuperAdmin(parts.db, accountLost(id), now);
          await store.remove(access, before, { auditedIn: another, onlyIf });
          await parts.webhooks.forgetAccount(id);
          return { id };
        },
      });
    },
  };
}
