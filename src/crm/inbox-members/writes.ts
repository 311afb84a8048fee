/** Writing the members of an inbox, one step each, with what is audited and told of it. */
import type { Audit, AuditedWrite } from '../audited-commit.ts';
import type { MemberRow } from '../users/model.ts';
import { toInboxMember } from './model.ts';

/** A membership of an inbox, and whose it is. */
export interface InboxMembership {
  readonly accountId: string;
  readonly inboxId: string;
  readonly user: MemberRow;
}

/** Breaks a unique index when the user is a member, a foreign key when user or inbox are gone. */
export function addition({ accountId, inboxId, user }: InboxMembership, now: number): AuditedWrite {
  const after = toInboxMember(inboxId, user);
  return {
    write: {
      sql: 'insert into inbox_members (inbox_id, user_id, account_id, created_at) values (?, ?, ?, ?)',
      params: [inboxId, user.id, accountId, now],
    },
    audit: audited('create', inboxId, null, after),
    events: [{ type: 'inbox_member.added', order: inboxId, previous: null, current: after }],
  };
}

/** Stale when the user is no member. */
export function removal({ accountId, inboxId, user }: InboxMembership): AuditedWrite {
  const before = toInboxMember(inboxId, user);
  return {
    write: {
      sql: 'delete from inbox_members where inbox_id = ? and user_id = ? and account_id = ?',
      params: [inboxId, user.id, accountId],
    },
    audit: audited('delete', inboxId, before, null),
    events: [{ type: 'inbox_member.removed', order: inboxId, previous: before, current: null }],
  };
}

/** Members have no id of their own: they are found under their inbox's. */
const audited = (
  action: string,
  resourceId: string,
  before: object | null,
  after: object | null,
): Audit => ({ action, resource: 'inbox_members', resourceId, before, after });
