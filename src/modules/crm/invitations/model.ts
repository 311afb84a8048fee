/** Shapes of the invitation operations, and how a row becomes one. */
import { type Static, Type } from '@sinclair/typebox';
import type { invitations } from '../../../core/db/schema/crm-access.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { orNull } from '../../../core/http/nullable.ts';
import { iso } from '../../../core/shared/clock.ts';
import { Body, Id, Text, Time, Words } from '../fields.ts';

const STATUSES = ['invited', 'accepted', 'declined'] as const;

const INVITED = {
  id: Type.String({ format: 'uuid', description: 'Id of the invitation' }),
  email: Type.String({ description: 'The address as the account wrote it' }),
  role: Type.String({ description: 'Key of the role' }),
};

/** The answer to an account that invites an address: only what the account wrote itself. */
export const InvitedPerson = NamedObject('Invited', {
  ...INVITED,
  status: Words('invited'),
  secret: orNull(
    Type.String(),
    'Secret with which the person accepts or declines, shown only here; null if it was shown when the invitation was made',
  ),
  expires_at: Time,
});
export type InvitedPerson = Static<typeof InvitedPerson>;

/** An invitation as the account that sent it sees it. */
export const SentInvitation = NamedObject('SentInvitation', {
  ...INVITED,
  status: Words(...STATUSES),
  created_at: Time,
  expires_at: Time,
});

/** An invitation as the person sees it who may answer it. */
export const ReceivedInvitation = NamedObject('ReceivedInvitation', {
  id: Id,
  email: INVITED.email,
  account: Type.Object({ id: Id, name: Type.String() }),
  role: Type.Object({ key: Type.String(), name: Type.String() }),
  status: Words(...STATUSES),
  created_at: Time,
  expires_at: Time,
});
export type ReceivedInvitation = Static<typeof ReceivedInvitation>;

/** The body of an answer to an invitation. */
export const WithSecret = Body({
  secret: Text({
    max: 200,
    description: 'Secret of the invitation, as its sender was shown it',
    examples: [
      'gth_inv_01a1fae13d447f6b8a859c3e0d4f5a6b_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE',
    ],
  }),
});

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
export type InvitationWithOptionalRole = Omit<ReceivedRow, 'roleId' | 'roleKey' | 'roleName'> & {
  readonly roleId: string | null;
  readonly roleKey: string | null;
  readonly roleName: string | null;
};

export const toInvited = (
  { id, email, roleKey, expiresAt }: SentRow,
  secret: string | null,
): InvitedPerson => ({
  id,
  email,
  role: roleKey,
  status: 'invited',
  secret,
  expires_at: iso(expiresAt),
});

const timesOf = ({ createdAt, expiresAt }: InvitationRow) => ({
  created_at: iso(createdAt),
  expires_at: iso(expiresAt),
});

export const toSent = (row: SentRow): Static<typeof SentInvitation> => ({
  id: row.id,
  email: row.email,
  role: row.roleKey,
  status: row.status,
  ...timesOf(row),
});

export const toReceived = (row: ReceivedRow): ReceivedInvitation => ({
  id: row.id,
  email: row.email,
  account: { id: row.accountId, name: row.accountName },
  role: { key: row.roleKey, name: row.roleName },
  status: row.status,
  ...timesOf(row),
});
