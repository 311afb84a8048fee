/** POST /api/v1/users */
import { type Static, Type } from '@sinclair/typebox';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { memberships, users } from '../../db/schema/crm-access.ts';
import { SuccessEnvelope } from '../../http/envelope.ts';
import { conflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { created } from '../audited-commit.ts';
import type { Access } from '../guard.ts';
import { invite } from '../invitations/invite.ts';
import { Invited } from '../invitations/model.ts';
import { operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import type { RoleRow } from '../roles/model.ts';
import { isSuperAdmin } from '../roles/rules.ts';
import { joinEverywhere, joining } from './membership.ts';
import { Agent, NewUser, toAgent, type UserRow } from './model.ts';
import { commitMember, grantable } from './rows.ts';

export const createUser = operation('POST /api/v1/users', {
  permission: 'users.create',
  summary: 'Add a person to the account',
  description:
    'The role, `agent` by default, holds at most what the caller holds; only a super_admin, with a token bound to no account, gives `super_admin`. A person whose address is known from another account is invited (202) and joins, as who they are there, when they accept; `name` and `display_name` are not used then. To invite again changes nothing and answers with the same invitation: withdraw it to give another role. A super_admin adds them at once (201).',
  example: { body: { name: 'Agent', email: 'agent@example.com', role: 'agent' } },
  body: NewUser,
  answer: Type.Union([Agent, Invited]),
  answers: { 201: SuccessEnvelope(Agent), 202: SuccessEnvelope(Invited) },
  status: (made) => ('status' in made ? 202 : 201),
  message: (made) => ('status' in made ? 'User invited successfully' : 'User created successfully'),
  /**
   * Throws 422 for an unknown role, or one that permits more than the caller has; 409 for a member, or when too many
   * invitations are open.
   */
  async run(parts, access, { body }) {
    const role = await grantable(parts.db, access, body.role ?? 'agent');
    const known = await findByEmail(parts, access.accountId, body.email);
    if (known?.isMember) throw conflict('A user with this e-mail address is a member already');
    const now = parts.clock.now();
    if (!known)
      return addMember(parts, access, { user: newUser(body, now), role, isNew: true, now });
    if (isSuperAdmin(access))
      return addMember(parts, access, { user: known.user, role, isNew: false, now });
    return invite(parts, access, { userId: known.user.id, email: body.email, role });
  },
});

const newUser = (fields: Static<typeof NewUser>, now: number): UserRow => ({
  id: newId(),
  name: fields.name,
  displayName: fields.display_name ?? '',
  email: fields.email,
  confirmed: true,
  availabilityStatus: 'offline',
  autoOffline: false,
  avatarUrl: null,
  createdAt: now,
  updatedAt: now,
});

async function findByEmail({ db: { orm } }: CrmParts, accountId: string, email: string) {
  const [row] = await orm
    .select({ user: getTableColumns(users), memberId: memberships.userId })
    .from(users)
    .leftJoin(
      memberships,
      and(eq(memberships.userId, users.id), eq(memberships.accountId, accountId)),
    )
    .where(sql`lower(${users.email}) = lower(${email})`)
    .limit(1);
  return row ? { user: row.user, isMember: row.memberId !== null } : null;
}

/** Adds a membership of a new person or of one who has another account. */
async function addMember(
  parts: CrmParts,
  access: Access,
  { user, role, isNew, now }: Added,
): Promise<Agent> {
  const after = toAgent({ ...user, roleId: role.id, roleKey: role.key });
  const membership = joining(access.accountId, user.id, role.id, now);
  const others = joinEverywhere(user.id, role, now);
  const writes = isNew
    ? { write: parts.db.orm.insert(users).values(user), also: [membership, ...others] }
    : { write: membership, also: others };
  await commitMember(parts, access, { ...writes, audit: created('users', after) });
  return after;
}

interface Added {
  readonly user: UserRow;
  readonly role: RoleRow;
  readonly isNew: boolean;
  readonly now: number;
}
