/** What happens to inboxes. Owns: the rules of the inbox operations, in the order they are checked. */
import { newId } from '../../shared/ids.ts';
import { changeRecord, found } from '../change-record.ts';
import type { Access } from '../guard.ts';
import { createInboxMemberStore } from '../inbox-members/store.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import {
  columnsOf,
  type Inbox,
  type InboxChange,
  type InboxRow,
  type NewInbox,
  toInbox,
} from './model.ts';
import { createInboxStore } from './store.ts';

interface Asking {
  readonly request: Request;
}

export function createInboxService(parts: CrmParts) {
  const { clock } = parts;
  const store = createInboxStore(parts);
  const members = createInboxMemberStore(parts);
  const finding = ({ accountId }: Access, id: string) => ({
    what: 'inbox',
    find: () => store.find(accountId, id),
  });
  return {
    async list({ accountId }: Access, page: Page): Promise<{ data: Inbox[]; total: number }> {
      const { rows, total } = await store.list(accountId, page);
      return { data: rows.map(toInbox), total };
    },
    async get(access: Access, id: string): Promise<Inbox> {
      const { what, find } = finding(access, id);
      return toInbox(found(await find(), what));
    },
    async create(access: Access, fields: NewInbox): Promise<Inbox> {
      const now = clock.now();
      const row: InboxRow = {
        id: newId(),
        accountId: access.accountId,
        name: fields.name,
        channelType: 'api',
        instanceName: null,
        ...columnsOf(fields),
        createdAt: now,
        updatedAt: now,
      };
      await store.insert(access, row);
      return toInbox(row);
    },
    /** 404, 412. */
    change(context: Asking, access: Access, id: string, fields: InboxChange) {
      return changeRecord(parts, context, {
        ...finding(access, id),
        async write(before, now): Promise<Inbox> {
          return toInbox(await store.update(access, before, now, columnsOf(fields)));
        },
      });
    },
    /** Its members lose their places. 404, 412. */
    remove(context: Asking, access: Access, id: string) {
      return changeRecord(parts, context, {
        ...finding(access, id),
        async write(before): Promise<{ id: string }> {
          const { accountId } = access;
          const people = await members.list(accountId, id);
          const places = people.map((user) => ({ accountId, inboxId: id, user }));
          await store.remove(access, before, places);
          return { id };
        },
      });
    },
  };
}
