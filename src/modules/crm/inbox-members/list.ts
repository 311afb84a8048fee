/** GET /api/v1/inbox_members/:inbox_id */
import { Type } from '@sinclair/typebox';
import type { Database } from '../../../core/db/client.ts';
import { failures } from '../../../core/http/failures.ts';
import type { Access } from '../guard.ts';
import { inboxKind } from '../inboxes/model.ts';
import { operation } from '../operation.ts';
import { recordOf } from '../records.ts';
import { Agent, toAgent } from '../users/model.ts';
import { membersOf } from './members.ts';

const IS_MEMBER =
  'select 1 from inbox_members where inbox_id = ? and user_id = ? and account_id = ?';

export const listInboxMembers = operation('GET /api/v1/inbox_members/:inbox_id', {
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
export async function allMembers(
  db: Pick<Database, 'orm'>,
  { accountId }: Access,
  inboxId: string,
): Promise<Agent[]> {
  await recordOf(db, inboxKind, { accountId }, inboxId);
  return (await membersOf(db, accountId, inboxId)).map(toAgent);
}
