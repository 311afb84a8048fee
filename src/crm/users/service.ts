/** What happens to the people of an account. Owns: the rules, in the order they are checked. */
import type { Static } from '@sinclair/typebox';
import { conflict, forbidden } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { membershipOfUser } from '../account.ts';
import { changeRecord, found } from '../change-record.ts';
import { ALWAYS } from '../conditions.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import type { Invited } from '../invitations/model.ts';
import { createInvitationService } from '../invitations/service.ts';
import type { Page } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import type { RoleRow } from '../roles/model.ts';
import { isSuperAdmin, refuseStronger, refuseUngranted } from '../roles/rules.ts';
import { keepSuperAdmin, memberLost } from '../super-admins.ts';
import { type Agent, type MemberRow, type NewUser, toAgent, type UserChange } from './model.ts';
import { type Change, createUserStore, type UserStore } from './store.ts';

interface Asking {
  readonly request: Request;
}

export function createUserService(parts: CrmParts) {
  const store = createUserStore(parts);
  const invitations = createInvitationService(parts);
  const { db, clock } = parts;
  const find = (access: Access, id: string) => store.find(access.accountId, id);
  return {
    async list(access: Access, page: Page): Promise<{ data: Agent[]; total: number }> {
      const { rows, total } = await store.list(access.accountId, page);
      return { data: rows.map(toAgent), total };
    },
    async get(access: Access, id: string): Promise<Agent> {
      return toAgent(found(await find(access, id), 'user'));
    },
    /**
     * A person whose address is known from another account is invited; a super_admin adds them at once.
     * 422 an unknown role, or one that holds more than the caller; 409 a member already, or too many
     * open invitations.
     */
    async create(access: Access, fields: Static<typeof NewUser>): Promise<Agent | Invited> {
      const role = await grantable(store, access, fields.role ?? 'agent');
      const known = await store.findByEmail(access.accountId, fields.email);
      if (known?.isMember) throw conflict('A user with this e-mail address is a member already');
      const now = clock.now();
      if (!known) return toAgent(await store.insert(access, newUser(fields, now), role));
      if (isSuperAdmin(access)) return toAgent(await store.join(access, known.user, role, now));
      return invitations.invite(access, { userId: known.user.id, email: fields.email, role });
    },
    /** 422 as above, 404, 412, 403 who may do more or another account's person, 409 the own role or the last super_admin. */
    async change(context: Asking, access: Access, id: string, wanted: Static<typeof UserChange>) {
      const role = wanted.role === undefined ? null : await grantable(store, access, wanted.role);
      const fields = columnsOf(wanted);
      return changeRecord(parts, context, {
        what: 'user',
        find: () => find(access, id),
        async write(before, now): Promise<Agent> {
          await refuseStrongerUser(parts, access, id);
          if (role && id === access.userId && role.id !== before.roleId)
            throw conflict('Nobody changes their own role');
          if (Object.keys(fields).length > 0) await refuseForeign(store, access, before);
          const lost = memberLost(access.accountId, id);
          const isMoved = role !== null && role.id !== before.roleId;
          const onlyIf = isMoved ? await keepSuperAdmin(db, lost, now) : ALWAYS;
          return toAgent(await store.update(access, before, { now, fields, role, onlyIf }));
        },
      });
    },
    /** 404, 412, 403 who may do more, 409 oneself or the last super_admin. */
    remove(context: Asking, access: Access, id: string) {
      return changeRecord(parts, context, {
        what: 'user',
        find: () => find(access, id),
        async write(before, now): Promise<{ id: string }> {
          await refuseStrongerUser(parts, access, id);
          if (id === access.userId) throw conflict('Nobody removes themselves');
          const lost = memberLost(access.accountId, id);
          await store.remove(access, before, await keepSuperAdmin(db, lost, now));
          return { id };
        },
      });
    },
  };
}

/** The account's role of this key, when the caller may give it. */
async function grantable(store: UserStore, access: Access, key: string): Promise<RoleRow> {
  const role = await store.roleOf(access.accountId, key);
  if (!role) throw unprocessable('role', 'is not the key of a role of this account');
  refuseUngranted(access, role);
  return role;
}

/** Nobody is stronger than themselves, however narrow their token is. */
async function refuseStrongerUser({ db }: CrmParts, access: Access, id: string): Promise<void> {
  if (id === access.userId) return;
  const member = await membershipOfUser(db, id, access.accountId);
  if (member) refuseStronger(access, member);
}

/** Who is a member elsewhere too belongs to no single account's administrators. */
async function refuseForeign(store: UserStore, access: Access, { id }: MemberRow): Promise<void> {
  if (id === access.userId || isSuperAdmin(access)) return;
  if (!(await store.belongsElsewhere(access.accountId, id))) return;
  throw forbidden(
    'The user is a member of other accounts too: only they or a super_admin may change this',
  );
}

const newUser = (fields: Static<typeof NewUser>, now: number) => ({
  id: newId(),
  name: fields.name,
  displayName: fields.display_name ?? '',
  email: fields.email,
  confirmed: true,
  availabilityStatus: 'offline' as const,
  autoOffline: false,
  avatarUrl: null,
  createdAt: now,
  updatedAt: now,
});

function columnsOf(wanted: Static<typeof UserChange>): Change['fields'] {
  const { name, email, display_name, availability_status, auto_offline, avatar_url } = wanted;
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(display_name !== undefined && { displayName: display_name }),
    ...(availability_status !== undefined && { availabilityStatus: availability_status }),
    ...(auto_offline !== undefined && { autoOffline: auto_offline }),
    ...(avatar_url !== undefined && { avatarUrl: avatar_url }),
  };
}
