/** Writing invitations. Owns: that an invitation, the membership it leads to and their audit rows change together. */
import type { Statement } from '../../db/client.ts';
import { changed, created, deleted } from '../audit.ts';
import type { AuditedWrite, Author } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { joining } from '../users/membership.ts';
import { type MemberRow, toAgent } from '../users/model.ts';
import { type ReceivedRow, type SentRow, toSent } from './model.ts';

/** The actor of who is no member of the account: their own id would say since when they are known. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Each fails with Stale when the invitation is not as it was read. */
export function invitationWrites({ commits }: Pick<CrmParts, 'commits'>) {
  return {
    /** In the place of a closed one to the same address. Stale: the person is a member by now. */
    async insert(access: Access, row: SentRow): Promise<void> {
      const audit = created('invitations', toSent(row));
      await commits.commit(access, [{ first: [forgetClosed(row)], write: insertion(row), audit }]);
    },
    async withdraw(access: Access, before: SentRow): Promise<void> {
      const write = {
        sql: "delete from invitations where id = ? and status = 'invited' and updated_at = ?",
        params: [before.id, before.updatedAt],
      };
      const audit = deleted('invitations', toSent(before));
      await commits.commit(access, [{ write, audit }]);
    },
    /** `member` is the person in the role of the invitation. */
    async accept(author: Author, before: ReceivedRow, member: MemberRow, now: number) {
      const after = { ...before, status: 'accepted' as const, updatedAt: now };
      const join: AuditedWrite = {
        write: joining(before.accountId, member.id, member.roleId, now),
        audit: created('users', toAgent(member)),
      };
      await commits.commit(author, [answer(before, after, 'accept'), join]);
      return after;
    },
    async decline(author: Author, before: ReceivedRow, now: number) {
      const after = { ...before, status: 'declined' as const, updatedAt: now };
      const nobody = { ...author, userId: NOBODY, tokenId: NOBODY };
      await commits.commit(nobody, [answer(before, after, 'decline')]);
      return after;
    },
  };
}

/** The role must still be there; whether time is left is asked when it is read, as with a token. */
const answer = (before: ReceivedRow, after: ReceivedRow, action: string): AuditedWrite => ({
  write: {
    sql: `update invitations set status = ?, updated_at = ?
      where id = ? and status = 'invited' and updated_at = ? and role_id = ?`,
    params: [after.status, after.updatedAt, before.id, before.updatedAt, before.roleId],
  },
  audit: changed('invitations', toSent(before), toSent(after), action),
});

const forgetClosed = ({ accountId, userId, email, createdAt }: SentRow): Statement => ({
  sql: `delete from invitations where account_id = ? and user_id = ? and lower(email) = lower(?)
    and (status <> 'invited' or expires_at <= ? or role_id is null)`,
  params: [accountId, userId, email, createdAt],
});

const insertion = (row: SentRow): Statement => ({
  sql: `insert into invitations
      (id, account_id, user_id, email, role_id, status, expires_at, created_at, updated_at)
    select ?, ?, ?, ?, ?, ?, ?, ?, ?
    where not exists (select 1 from memberships where account_id = ? and user_id = ?)`,
  params: [
    row.id,
    row.accountId,
    row.userId,
    row.email,
    row.roleId,
    row.status,
    row.expiresAt,
    row.createdAt,
    row.updatedAt,
    row.accountId,
    row.userId,
  ],
});
