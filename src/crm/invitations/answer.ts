/** POST /api/v1/invitations/:id/accept and /decline: the answers of the person who is invited. */

import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/crm-access.ts';
import { conflict, forbidden } from '../../shared/errors.ts';
import { type AuditedWrite, changed, created } from '../audited-commit.ts';
import { changeRecord, found } from '../change-record.ts';
import { operation } from '../operation.ts';
import { inOwnName, type Person, refuseNarrowed } from '../own-name.ts';
import type { CrmParts } from '../parts.ts';
import { joining } from '../users/membership.ts';
import { toAgent } from '../users/model.ts';
import {
  type MaybeClosed,
  ReceivedInvitation,
  type ReceivedRow,
  toReceived,
  toSent,
} from './model.ts';
import { findReceived } from './rows.ts';

const WHICH_TOKEN =
  'Any token of the person will do, unless its scopes leave out something they may do where it opens (403). Neither the acting account nor what the token is bound to matters; a bound token stays bound.';

/** What both answers declare. */
const ANSWER = {
  permission: null,
  ...inOwnName,
  status: 200,
  isVersioned: true,
  answer: ReceivedInvitation,
} as const;

export const acceptInvitation = operation('POST /api/v1/invitations/:id/accept', {
  ...ANSWER,
  summary: 'Accept an invitation',
  description: `The current user becomes a member of the account, in the role as it is now. With several accounts, requests with a token that is bound to none have to name the acting one. ${WHICH_TOKEN}`,
  message: 'Invitation accepted successfully',
  /** Throws the errors of `answerInvitation`, and 403 for a suspended account. */
  run: (parts, person, { request, params }) =>
    answerInvitation(parts, person, {
      request,
      id: params.id,
      action: 'accept',
      status: 'accepted',
      author: person,
      also: (invitation, now) => join(parts, invitation, now),
    }),
});

/**
 * Replaces the person while they are not a member of the account: their own id would reveal how long they are known.
 */
const UNKNOWN_ACTOR = '00000000-0000-0000-0000-000000000000';

export const declineInvitation = operation('POST /api/v1/invitations/:id/decline', {
  ...ANSWER,
  summary: 'Decline an invitation',
  description: `The audit log of the account has it without the id of the current user. ${WHICH_TOKEN}`,
  message: 'Invitation declined successfully',
  run: (parts, person, { request, params }) =>
    answerInvitation(parts, person, {
      request,
      id: params.id,
      action: 'decline',
      status: 'declined',
      author: { ...person, userId: UNKNOWN_ACTOR, tokenId: UNKNOWN_ACTOR },
      also: async () => [],
    }),
});

interface Answer {
  readonly request: Request;
  readonly id: string;
  /** The word of the audit entry. */
  readonly action: 'accept' | 'decline';
  readonly status: 'accepted' | 'declined';
  /** Who acts, as the audit row says. */
  readonly author: Person;
  /** Returns what is written with the answer. */
  also(invitation: ReceivedRow, now: number): Promise<AuditedWrite[]>;
}

/**
 * Answers an open invitation of the person. Throws 403 for a token narrowed by scopes, 404 for another person's, 412,
 * 409 for one that is answered, expired or without its role.
 */
async function answerInvitation(
  parts: CrmParts,
  person: Person,
  { request, id, action, status, author, also }: Answer,
): Promise<ReceivedInvitation> {
  await refuseNarrowed(parts.db, person);
  return changeRecord(parts, request, {
    what: 'invitation',
    find: () => findReceived(parts, person.userId, id),
    async write(row: MaybeClosed, now) {
      const before = openOrRefused(row, parts.clock.now());
      const after = { ...before, status, updatedAt: now };
      const steps = [answerStep(before, after, action), ...(await also(before, now))];
      await parts.commits.commit({ ...author, accountId: before.accountId }, steps);
      return toReceived(after);
    },
  });
}

function openOrRefused(row: MaybeClosed, now: number): ReceivedRow {
  const { status, expiresAt, roleId, roleKey, roleName } = row;
  if (status !== 'invited') throw conflict(`The invitation has been ${status} already`);
  if (expiresAt <= now) throw conflict('The invitation has expired: ask for another one');
  if (roleId === null || roleKey === null || roleName === null)
    throw conflict('The role of this invitation was deleted: ask for another one');
  return { ...row, roleId, roleKey, roleName };
}

/** The role must still exist. Whether time is left is checked only when it is read, as with a token. */
const answerStep = (
  before: ReceivedRow,
  after: ReceivedRow,
  action: 'accept' | 'decline',
): AuditedWrite => ({
  write: {
    sql: `update invitations set status = ?, updated_at = ?
      where id = ? and status = 'invited' and updated_at = ? and role_id = ?`,
    params: [after.status, after.updatedAt, before.id, before.updatedAt, before.roleId],
  },
  audit: changed('invitations', toSent(before), toSent(after), action),
});

async function join(
  { db }: CrmParts,
  { accountId, userId, roleId, roleKey, accountStatus }: ReceivedRow,
  now: number,
): Promise<AuditedWrite[]> {
  if (accountStatus === 'suspended') throw forbidden('The account is suspended');
  const [row] = await db.orm.select().from(users).where(eq(users.id, userId));
  const user = found(row ?? null, 'user');
  const audit = created('users', toAgent({ ...user, roleId, roleKey }));
  return [{ write: joining(accountId, user.id, roleId, now), audit }];
}
