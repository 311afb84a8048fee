/** Shapes of the member operations; the record itself is the one of users. */
import { type Static, Type } from '@sinclair/typebox';
import { Body, Uuid } from '../fields.ts';
import { type Agent, type MemberRow, toAgent } from '../users/model.ts';

const userIds = (minItems: number) =>
  Type.Array(Uuid(), { minItems, maxItems: 1_000, description: 'Users of the account' });

export const SomeMembers = Body({ inbox_id: Uuid(), user_ids: userIds(1) });
export const AllMembers = Body({ inbox_id: Uuid(), user_ids: userIds(0) });
export type Members = Static<typeof AllMembers>;

/** A member as audit rows and events show them. */
export const toInboxMember = (inboxId: string, row: MemberRow): Agent & { inbox_id: string } => ({
  inbox_id: inboxId,
  ...toAgent(row),
});
