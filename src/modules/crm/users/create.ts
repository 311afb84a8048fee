/** POST /api/v1/users */
import { type Static, Type } from '@sinclair/typebox';
import { users } from '../../../core/db/schema/crm-access.ts';
import { SuccessEnvelope } from '../../../core/http/envelope.ts';
import { failure } from '../../../core/shared/errors.ts';
import { newId } from '../../../core/shared/ids.ts';
import { creationAudit, Stale } from '../audited-commit.ts';
import { refuseUnless } from '../conditions.ts';
import type { Access } from '../guard.ts';
import { invite } from '../invitations/invite.ts';
import { Invited } from '../invitations/model.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import type { RoleRow } from '../roles/model.ts';
import { isFreeIn, isInUse } from './address.ts';
import { insertMembership, joinEverywhere } from './membership.ts';
import { Agent, NewUser, toAgent, type UserRow } from './model.ts';
import { commitMember, grantable } from './rows.ts';

export const createUser = operation('POST /api/v1/users', {
  permission: 'users.create',
  summary: 'Add a person to the account',
  description:
    'Adds a person in the role that you name, `agent` by default. The role holds at most what the caller holds; only a super_admin, with a token bound to no account, gives `super_admin`. If another account has a person with this address, the answer is an invitation (202) with a secret, which is shown only here. Hand the secret to the person, who accepts the invitation with it and a token of their own, and joins under the name they have there; `name` and `display_name` are not used. Inviting the address again changes nothing and answers with the same invitation, without its secret; renew the invitation for another secret. With `"new_person": true` the person is new in any case (201), and shares nothing with those of other accounts.',
  body: NewUser,
  answer: Type.Union([Agent, Invited]),
  answers: { 201: SuccessEnvelope(Agent), 202: SuccessEnvelope(Invited) },
  status: (made) => ('status' in made ? 202 : 201),
  message: (made) => ('status' in made ? 'User invited successfully' : 'User created successfully'),
  /**
   * Throws 422 for an unknown role, or one that permits more than the caller has; 409 for the address of a member, or
   * when too many invitations are open.
   */
  async run(parts, access, { body }) {
    const { db } = parts;
    const role = await grantable(db, access, body.role ?? 'agent');
    await refuseUnless(db, isFreeIn(access.accountId, body.email), 'email_taken');
    const isNew = body.new_person === true || !(await isInUse(db, body.email));
    return isNew
      ? addPerson(parts, access, newUser(body, parts.clock.now()), role)
      : invite(parts, access, { email: body.email, role });
  },
});

const newUser = (fields: Static<typeof NewUser>, now: number): UserRow => ({
  id: newId(),
  name: fields.name,
  displayName: fields.display_name ?? '',
  email: fields.email,
  availabilityStatus: 'offline',
  autoOffline: false,
  avatarUrl: null,
  createdAt: now,
  updatedAt: now,
});

/** Throws 409 when a concurrent request has added a member with the address first. */
async function addPerson(
  parts: CrmParts,
  access: Access,
  user: UserRow,
  role: RoleRow,
): Promise<Agent> {
  const { accountId } = access;
  const { id: userId, email, createdAt: now } = user;
  const after = toAgent({ ...user, roleId: role.id, roleKey: role.key, acceptedEmail: null });
  const step = {
    first: [parts.db.orm.insert(users).values(user)],
    write: insertMembership({
      accountId,
      userId,
      roleId: role.id,
      now,
      onlyIf: isFreeIn(accountId, email),
    }),
    audit: creationAudit('users', after),
    answer: after,
    also: joinEverywhere(userId, role, now),
  };
  try {
    await commitMember(parts, access, step);
  } catch (error) {
    throw error instanceof Stale ? failure('email_taken') : error;
  }
  return after;
}
