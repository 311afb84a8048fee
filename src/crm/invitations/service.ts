/** Invitations as the account that gives them sees them. Owns: the rules, in the order they are checked. */
import { roles } from '../../db/schema/crm-access.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { orConflict, Stale } from '../audited-commit.ts';
import { changeRecord } from '../change-record.ts';
import type { Access } from '../guard.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { findRecord } from '../records.ts';
import type { RoleRow } from '../roles/model.ts';
import { refuseStrongerRole } from '../roles/rules.ts';
import { type Invited, type SentInvitation, type SentRow, toInvited, toSent } from './model.ts';
import { sentInvitations } from './store.ts';
import { invitationWrites } from './writes.ts';

const LIFETIME_MS = 14 * 24 * 60 * 60 * 1_000;
const OPEN_PER_ACCOUNT = 1_000;

/** Somebody who is known, and no member of the account; the caller may give the role, so it is not super_admin. */
interface Invitee {
  readonly userId: string;
  /** As the caller wrote it. */
  readonly email: string;
  readonly role: RoleRow;
}

export function createInvitationService(parts: CrmParts) {
  const { db, clock, turns } = parts;
  const store = sentInvitations(parts);
  const writes = invitationWrites(parts);
  return {
    /** An open one to this address stays as it is. 409 too many are open. */
    async invite(access: Access, invitee: Invitee): Promise<Invited> {
      const { accountId } = access;
      const { userId, email } = invitee;
      return turns.run(`invitations of ${accountId}`, async () => {
        const open = await store.findTo(accountId, userId, email);
        if (open) return toInvited(open);
        if ((await store.count(accountId)) >= OPEN_PER_ACCOUNT) throw tooMany();
        const row = newRow(accountId, invitee, clock.now());
        await orRefused(writes.insert(access, row));
        return toInvited(row);
      });
    },
    async list(access: Access, accountId: string, page: Page) {
      refuseOtherAccount(access, accountId);
      const { rows, total } = await store.list(accountId, page);
      return { data: rows.map(toSent) satisfies SentInvitation[], total };
    },
    /** 404 also one that is answered or has expired, 403 one to a role that permits more. */
    async withdraw(
      context: { readonly request: Request },
      access: Access,
      { accountId, id }: { readonly accountId: string; readonly id: string },
    ): Promise<{ id: string }> {
      refuseOtherAccount(access, accountId);
      return changeRecord(parts, context, {
        what: 'invitation',
        find: () => store.find(accountId, id),
        async write(before) {
          const role = await findRecord(db, roles, accountId, before.roleId);
          if (role) refuseStrongerRole(access, role);
          await writes.withdraw(access, before);
          return { id };
        },
      });
    },
  };
}

/** Any account but the one the guard found access to is another's. */
function refuseOtherAccount(access: Access, accountId: string): void {
  if (accountId !== access.accountId) throw notFound('account');
}

const tooMany = () =>
  conflict(
    `The account has ${OPEN_PER_ACCOUNT} open invitations: withdraw some, or wait until they expire`,
  );

async function orRefused(work: Promise<void>): Promise<void> {
  try {
    const goneMeanwhile = 'The role or the person was deleted meanwhile';
    const byOthers = 'The address is being invited by somebody else: try again';
    await orConflict(orConflict(work, byOthers), goneMeanwhile, 'constraint');
  } catch (error) {
    if (!(error instanceof Stale)) throw error;
    throw conflict('A user with this e-mail address is a member already');
  }
}

const newRow = (accountId: string, { userId, email, role }: Invitee, now: number): SentRow => ({
  id: newId(),
  accountId,
  userId,
  email,
  roleId: role.id,
  roleKey: role.key,
  status: 'invited',
  expiresAt: now + LIFETIME_MS,
  createdAt: now,
  updatedAt: now,
});
