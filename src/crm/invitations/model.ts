/** Shapes of the invitation operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import type { invitations } from '../../db/schema/crm-access.ts';
import { NamedObject } from '../../http/named-object.ts';
import { iso } from '../../shared/clock.ts';
import { Id, Time, Words } from '../fields.ts';

const STATUSES = ['invited', 'accepted', 'declined'] as const;

/** The answer to an account that invites a known address: only what the account wrote itself. */
export const Invited = NamedObject('Invited', {
  id: Type.String({ format: 'uuid', description: 'Id of the invitation' }),
  email: Type.String(),
  role: Type.String({ description: 'Key of the role' }),
  status: Words('invited'),
});
export type Invited = Static<typeof Invited>;

/** An invitation as the account that gave it sees it. */
export const SentInvitation = NamedObject('SentInvitation', {
  ...Invited.properties,
  status: Words(...STATUSES),
  created_at: Time,
  expires_at: Time,
});

/** An invitation as the person sees it who may answer it. */
export const ReceivedInvitation = NamedObject('ReceivedInvitation', {
  id: Id,
  account: Type.Object({ id: Id, name: Type.String() }),
  role: Type.Object({ key: Type.String(), name: Type.String() }),
  status: Words(...STATUSES),
  created_at: Time,
  expires_at: Time,
});
export type ReceivedInvitation = Static<typeof ReceivedInvitation>;

type InvitationRow = typeof invitations.$inferSelect;

/** An invitation with its role. */
export type SentRow = InvitationRow & { readonly roleId: string; readonly roleKey: string };

/** An invitation with its account and role. */
export type ReceivedRow = SentRow & {
  readonly accountName: string;
  readonly accountStatus: 'active' | 'suspended';
  readonly roleName: string;
};

/** An invitation that may be closed, since it outlives its role. */
export type MaybeClosed = Omit<ReceivedRow, 'roleId' | 'roleKey' | 'roleName'> & {
  readonly roleId: string | null;
  readonly roleKey: string | null;
  readonly roleName: string | null;
};

export const toInvited = ({ id, email, roleKey }: SentRow): Invited => ({
  id,
  email,
  role: roleKey,
  status: 'invited',
});

const timesOf = ({ createdAt, expiresAt }: InvitationRow) => ({
  created_at: iso(createdAt),
  expires_at: iso(expiresAt),
});

export const toSent = (row: SentRow): Static<typeof SentInvitation> => ({
  ...toInvited(row),
  status: row.status,
  ...timesOf(row),
});

export const toReceived = (row: ReceivedRow): ReceivedInvitation => ({
  id: row.id,
  account: { id: row.accountId, name: row.accountName },
  role: { key: row.roleKey, name: row.roleName },
  status: row.status,
  ...timesOf(row),
});
