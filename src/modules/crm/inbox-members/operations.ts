/** Operations on the members of an inbox. */
import { type Static, Type } from '@sinclair/typebox';
import { type Database, faultOf } from '../../../core/db/client.ts';
import { failures } from '../../../core/http/failures.ts';
import { Stale } from '../audited-commit.ts';
import { EXAMPLE_IDS } from '../examples.ts';
import { unprocessable } from '../failures.ts';
import { Body, Uuid } from '../fields.ts';
import type { Access } from '../guard.ts';
import { inboxKind } from '../inboxes/operations.ts';
import { type Operation, operation } from '../operation.ts';
import type { CrmParts } from '../parts.ts';
import { recordOf } from '../records.ts';
import { retryConflicts } from '../retry-conflicts.ts';
import { Agent, type MemberRow, toAgent } from '../users/model.ts';
import { addition, membersOf, peopleAmong, removal } from './members.ts';

const userIds = (minItems: number) =>
  Type.Array(Uuid(), {
    minItems,
    maxItems: 1_000,
    description: 'Ids of users of the account, at most 1000',
    examples: [['01a1fae0-f397-7734-abbe-145558cb9762']],
  });
const inbox = Uuid('Id of the inbox whose members change');
const SomeMembers = Body({ inbox_id: inbox, user_ids: userIds(1) });
const AllMembers = Body({ inbox_id: inbox, user_ids: userIds(0) });
type Members = Static<typeof AllMembers>;

const answer = Type.Array(Agent);
/** Only on these paths an unexpected error is called INTERNAL_ERROR. */
const answers = failures('INTERNAL_ERROR');

const addInboxMembers = operation('POST /api/v1/inbox_members', {
  permission: 'inbox_members.create',
  summary: 'Add members to an inbox',
  description: 'Adds members and returns all members that the inbox has then.',
  example: { body: { inbox_id: EXAMPLE_IDS.inbox, user_ids: [EXAMPLE_IDS.user] } },
  body: SomeMembers,
  status: 200,
  answer,
  answers,
  message: 'Inbox members added successfully',
  run: (parts, access, { body }) =>
    changeMembers(parts, access, body, (present, named) => ({
      added: without(named, present),
      removed: [],
    })),
});

const setInboxMembers = operation('PATCH /api/v1/inbox_members', {
  permission: 'inbox_members.update',
  summary: 'Set the members of an inbox',
  description: 'Makes exactly the named users members of the inbox, and returns all members.',
  example: { body: { inbox_id: EXAMPLE_IDS.inbox, user_ids: [EXAMPLE_IDS.user] } },
  body: AllMembers,
  isVersioned: false,
  answer,
  answers,
  message: 'Inbox members updated successfully',
  run: (parts, access, { body }) =>
    changeMembers(parts, access, body, (present, named) => ({
      added: without(named, present),
      removed: without(present, named),
    })),
});

const removeInboxMembers = operation('DELETE /api/v1/inbox_members', {
  permission: 'inbox_members.delete',
  summary: 'Remove members from an inbox',
  description: 'Removes members and returns those who are left.',
  example: { body: { inbox_id: EXAMPLE_IDS.inbox, user_ids: [EXAMPLE_IDS.user] } },
  body: SomeMembers,
  isVersioned: false,
  answer,
  answers,
  message: 'Inbox members removed successfully',
  run: (parts, access, { body }) =>
    changeMembers(parts, access, body, (present, named) => ({
      added: [],
      removed: without(present, without(present, named)),
    })),
});

/** Decides, from the members and the named users, who is added and who is removed. */
type Plan = (
  present: readonly MemberRow[],
  named: readonly MemberRow[],
) => { readonly added: readonly MemberRow[]; readonly removed: readonly MemberRow[] };

const without = (some: readonly MemberRow[], others: readonly MemberRow[]): MemberRow[] => {
  const ids = new Set(others.map(({ id }) => id));
  return some.filter(({ id }) => !ids.has(id));
};

/** Changes of one inbox wait for each other. Resolves with all its members afterwards. */
const changeMembers = (
  parts: CrmParts,
  access: Access,
  members: Members,
  plan: Plan,
): Promise<Agent[]> =>
  parts.turns.run(`members of ${members.inbox_id}`, async () => {
    await retryConflicts('members are', isConflict, () => changeOnce(parts, access, members, plan));
    return allMembers(parts.db, access, members.inbox_id);
  });

/** Throws 422 when a user in the list is not in the account, 404 for the inbox. */
async function changeOnce(
  { db, clock, commits }: CrmParts,
  access: Access,
  { inbox_id: inboxId, user_ids: ids }: Members,
  plan: Plan,
): Promise<void> {
  const { accountId } = access;
  const named = await peopleAmong(db, accountId, ids);
  refuseOthers(named, ids);
  await recordOf(db, inboxKind, access, inboxId);
  const { added, removed } = plan(await membersOf(db, accountId, inboxId), named);
  if (added.length + removed.length === 0) return;
  const now = clock.now();
  await commits.commit(access, [
    ...removed.map((user) => removal({ accountId, inboxId, user })),
    ...added.map((user) => addition({ accountId, inboxId, user }, now)),
  ]);
}

const NAMED_MAX = 5;

/** Throws 422 unless each of `ids` is one of `known`. */
function refuseOthers(known: readonly MemberRow[], ids: readonly string[]): void {
  const members = new Set(known.map(({ id }) => id));
  const others = [...new Set(ids)].filter((id) => !members.has(id));
  if (others.length === 0) return;
  const named = others.slice(0, NAMED_MAX).join(', ');
  throw unprocessable('user_ids', 'not_users_of_account', { ids: named });
}

/** Tells whether a concurrent change of memberships, users or the inbox was first. */
function isConflict(error: unknown): boolean {
  const fault = faultOf(error);
  return error instanceof Stale || fault === 'unique' || fault === 'constraint';
}

const IS_MEMBER =
  'select 1 from inbox_members where inbox_id = ? and user_id = ? and account_id = ?';

const listInboxMembers = operation('GET /api/v1/inbox_members/:inbox_id', {
  permission: 'inbox_members.read',
  async orWhen(db, { accountId, userId }, { inbox_id = '' }) {
    return (await db.query(IS_MEMBER, [inbox_id.toLowerCase(), userId, accountId])).length > 0;
  },
  summary: 'List the members of an inbox, by name',
  description: 'Returns the members; it is also open to them, whatever their permissions.',
  answer: Type.Array(Agent),
  answers: failures('INTERNAL_ERROR'),
  message: 'Inbox members retrieved successfully',
  run: ({ db }, access, { params }) => allMembers(db, access, params.inbox_id),
});

/** Throws 404 for the inbox. */
async function allMembers(
  db: Pick<Database, 'orm'>,
  { accountId }: Access,
  inboxId: string,
): Promise<Agent[]> {
  await recordOf(db, inboxKind, { accountId }, inboxId);
  return (await membersOf(db, accountId, inboxId)).map(toAgent);
}

/** In the order of the documentation. */
export const INBOX_MEMBER_OPERATIONS: readonly Operation[] = [
  listInboxMembers,
  addInboxMembers,
  setInboxMembers,
  removeInboxMembers,
];
