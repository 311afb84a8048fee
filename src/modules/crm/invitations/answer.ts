/** POST /api/v1/invitations/open, …/:id/accept and …/:id/decline: what the person does who was handed a secret. */
import { eq } from 'drizzle-orm';
import type { Statement } from '../../../core/db/client.ts';
import { users } from '../../../core/db/schema/crm-access.ts';
import { countRequest } from '../../../core/http/rate-limit.ts';
import { failure } from '../../../core/shared/errors.ts';
import { membershipOfUser } from '../account.ts';
import { type AuditedWrite, changeAudit, creationAudit } from '../audited-commit.ts';
import { changeRecord, requireFound } from '../change-record.ts';
import { ALWAYS, refuseUnless } from '../conditions.ts';
import { EXAMPLE_SECRET } from '../examples.ts';
import { operation } from '../operation.ts';
import { inOwnName, OWN_TOKEN, type Person } from '../own-name.ts';
import type { CrmParts } from '../parts.ts';
import { permissionsOfRole } from '../permissions/catalogue.ts';
import { roleKind } from '../roles/model.ts';
import { holdsAllOf } from '../roles/rules.ts';
import { insertMembership, joinEverywhere } from '../users/membership.ts';
import { toAgent, type UserRow } from '../users/model.ts';
import { isFreeIn } from '../users/rows.ts';
import {
  type InvitationWithOptionalRole,
  ReceivedInvitation,
  type ReceivedRow,
  toReceived,
  toSent,
  WithSecret,
} from './model.ts';
import { findInvitation, invitationIn, isSecretOf } from './rows.ts';

/** How many secrets one person may try in a minute, right or wrong. */
const TRIES_PER_MINUTE = 30;

const CONDITIONS = `Needs the secret that the sender of the invitation was shown, and the person must have the address that was invited (403). ${OWN_TOKEN} A person tries at most ${TRIES_PER_MINUTE} secrets a minute (429).`;

/** The parts of a declaration that the three operations share. */
const WITH_SECRET = {
  permission: null,
  ...inOwnName,
  body: WithSecret,
  example: { body: { secret: EXAMPLE_SECRET } },
  status: 200,
  answer: ReceivedInvitation,
} as const;

export const openInvitation = operation('POST /api/v1/invitations/open', {
  ...WITH_SECRET,
  summary: 'See what an invitation offers',
  description: `Returns the account and the role, and changes nothing. ${CONDITIONS}`,
  isVersioned: false,
  message: 'Invitation retrieved successfully',
  /** Throws 404 for a secret that opens nothing, 409 for an invitation that is no longer open. */
  async run(parts, person, { body: { secret } }) {
    const id = invitationIn(secret);
    const row = requireFound(
      id === null ? null : await read(parts, person, id, secret),
      'invitation',
    );
    return toReceived(openOrRefused(row, parts.clock.now()));
  },
});

export const acceptInvitation = operation('POST /api/v1/invitations/:id/accept', {
  ...WITH_SECRET,
  isVersioned: true,
  summary: 'Accept an invitation',
  description: `Makes the current user a member of the account, in the role as it is now; 409 if the sender of the invitation may not give that role any more. With several accounts, requests with a token that is bound to no account must name the acting one; a bound token stays bound. ${CONDITIONS}`,
  message: 'Invitation accepted successfully',
  /** Throws the errors of `answerInvitation`, 403 for a suspended account, 409 for what `join` refuses. */
  run: (parts, person, { request, params, body }) =>
    answerInvitation(parts, person, {
      request,
      id: params.id,
      secret: body.secret,
      action: 'accept',
      status: 'accepted',
      author: person,
      requires: (invitation) => requireInviter(parts, invitation),
      also: (invitation, user, now) => join(parts, invitation, user, now),
    }),
});

/**
 * Replaces the person while they are not a member of the account: their own id would reveal how long they are known.
 */
const UNKNOWN_ACTOR = '00000000-0000-0000-0000-000000000000';

export const declineInvitation = operation('POST /api/v1/invitations/:id/decline', {
  ...WITH_SECRET,
  isVersioned: true,
  summary: 'Decline an invitation',
  description: `Declines the invitation, which the audit log of the account records without the id of the current user. ${CONDITIONS}`,
  message: 'Invitation declined successfully',
  run: (parts, person, { request, params, body }) =>
    answerInvitation(parts, person, {
      request,
      id: params.id,
      secret: body.secret,
      action: 'decline',
      status: 'declined',
      author: { ...person, userId: UNKNOWN_ACTOR, tokenId: UNKNOWN_ACTOR },
      requires: async () => ALWAYS,
      also: async () => [],
    }),
});

interface Answer {
  readonly request: Request;
  readonly id: string;
  readonly secret: string;
  /** The word of the audit entry. */
  readonly action: 'accept' | 'decline';
  readonly status: 'accepted' | 'declined';
  /** Who acts, as the audit row says. */
  readonly author: Person;
  /** Returns an SQL condition that must still hold when the answer is written. */
  requires(invitation: ReceivedRow): Promise<Statement>;
  /** Returns what is written with the answer. */
  also(invitation: ReceivedRow, user: UserRow, now: number): Promise<AuditedWrite[]>;
}

/**
 * Answers an open invitation, once. Throws 404 for another secret, 403 for another address than the person's, 412, 409
 * for one that is answered, expired or without its role, 429.
 */
async function answerInvitation(
  parts: CrmParts,
  person: Person,
  { request, id, secret, action, status, author, requires, also }: Answer,
): Promise<ReceivedInvitation> {
  return changeRecord(parts, request, {
    what: 'invitation',
    find: () => read(parts, person, id, secret),
    async write(row: InvitationWithOptionalRole & { readonly user: UserRow }, now) {
      const { user, ...before } = { ...row, ...openOrRefused(row, parts.clock.now()) };
      const after = { ...before, status, updatedAt: now };
      const answer = answerStep(before, after, action, await requires(before));
      const steps = [answer, ...(await also(before, user, now))];
      await parts.commits.commit({ ...author, accountId: before.accountId }, steps);
      return toReceived(after);
    },
  });
}

/** Returns null for an unknown id and for a wrong secret alike. */
async function read(parts: CrmParts, person: Person, id: string, secret: string) {
  limitTries(parts, person);
  const row = await findInvitation(parts, id);
  if (row === null || !isSecretOf(row, secret)) return null;
  const [user] = await parts.db.orm.select().from(users).where(eq(users.id, person.userId));
  if (user?.email.toLowerCase() !== row.email.toLowerCase()) throw failure('invitation_of_another');
  return { ...row, user };
}

function limitTries({ secretTries }: Pick<CrmParts, 'secretTries'>, { userId }: Person): void {
  const { isExceeded, resetSeconds } = countRequest(secretTries, userId, TRIES_PER_MINUTE);
  if (!isExceeded) return;
  throw failure('too_many_secrets_tried', {}, { headers: { 'retry-after': String(resetSeconds) } });
}

function openOrRefused(row: InvitationWithOptionalRole, now: number): ReceivedRow {
  const { status, expiresAt, roleId, roleKey, roleName } = row;
  if (status !== 'invited') throw failure('invitation_answered', { status });
  if (expiresAt <= now) throw failure('invitation_expired');
  if (roleId === null || roleKey === null || roleName === null)
    throw failure('invitation_role_deleted');
  return { ...row, roleId, roleKey, roleName };
}

/** The role must still exist. Whether time is left is checked only when it is read, as with a token. */
const answerStep = (
  before: ReceivedRow,
  after: ReceivedRow,
  action: 'accept' | 'decline',
  onlyIf: Statement,
): AuditedWrite => ({
  write: {
    sql: `update invitations set status = ?, updated_at = ?
      where id = ? and status = 'invited' and updated_at = ? and role_id = ? and ${onlyIf.sql}`,
    params: [
      after.status,
      after.updatedAt,
      before.id,
      before.updatedAt,
      before.roleId,
      ...onlyIf.params,
    ],
  },
  audit: changeAudit('invitations', toSent(before), toSent(after), action),
});

/** The statements fail as Stale if the person changed their address after it was read. */
async function join(
  { db }: CrmParts,
  { accountId, roleId, roleKey, accountStatus, email: acceptedEmail }: ReceivedRow,
  user: UserRow,
  now: number,
): Promise<AuditedWrite[]> {
  if (accountStatus === 'suspended') throw failure('account_suspended');
  const isFree = isFreeIn(accountId, user.email);
  await refuseUnless(db, isFree, 'email_taken');
  const { id: userId, updatedAt } = user;
  const onlyIf = {
    sql: `${isFree.sql} and exists (select 1 from users where id = ? and updated_at = ?)`,
    params: [...isFree.params, userId, updatedAt],
  };
  const role = { key: roleKey };
  return [
    {
      write: insertMembership({ accountId, userId, roleId, now, acceptedEmail, onlyIf }),
      audit: creationAudit('users', toAgent({ ...user, roleId, roleKey, acceptedEmail })),
      also: joinEverywhere(userId, role, now),
    },
  ];
}

// An invitation gives no more than its sender could give now.

/**
 * Throws 409 unless the member who sent the invitation may still add people, and holds all of its role. Returns an SQL
 * condition for the answer, since they may be demoted concurrently: both roles are as they were read.
 */
async function requireInviter(
  { db }: Pick<CrmParts, 'db'>,
  { accountId, inviterId, roleId }: ReceivedRow,
): Promise<Statement> {
  const inviter = await membershipOfUser(db, inviterId, accountId);
  const theirs = inviter && (await roleKind.find(db, accountId, inviter.role.id));
  const role = await roleKind.find(db, accountId, roleId);
  const mayGive =
    theirs &&
    role &&
    inviter.permissions.includes('users.create') &&
    holdsAllOf(inviter, { role: role, permissions: permissionsOfRole(role) });
  if (!mayGive) throw failure('invitation_sender_may_not');
  return {
    sql: `exists (select 1 from memberships m, roles theirs, roles given
      where m.account_id = ? and m.user_id = ? and m.role_id = theirs.id
      and theirs.id = ? and theirs.updated_at = ? and given.id = ? and given.updated_at = ?)`,
    params: [accountId, inviterId, theirs.id, theirs.updatedAt, role.id, role.updatedAt],
  };
}
