/** Who belongs to an inbox. Owns: the rules of the member operations, in the order they are checked. */
import { faultOf } from '../../db/client.ts';
import { inboxes } from '../../db/schema/crm.ts';
import { conflict } from '../../shared/errors.ts';
import { Stale } from '../audited-commit.ts';
import { found } from '../change-record.ts';
import { unprocessable } from '../failures.ts';
import type { Access } from '../guard.ts';
import type { CrmParts } from '../parts.ts';
import { findRecord } from '../records.ts';
import { type Agent, type MemberRow, toAgent } from '../users/model.ts';
import type { Members } from './model.ts';
import { createInboxMemberStore } from './store.ts';

/** Who is to come and who to go, of those who are members and those who are named. */
type Plan = (
  present: readonly MemberRow[],
  named: readonly MemberRow[],
) => { readonly added: readonly MemberRow[]; readonly removed: readonly MemberRow[] };

const without = (some: readonly MemberRow[], others: readonly MemberRow[]): MemberRow[] => {
  const ids = new Set(others.map(({ id }) => id));
  return some.filter(({ id }) => !ids.has(id));
};

const toAdd: Plan = (present, named) => ({ added: without(named, present), removed: [] });
const toSet: Plan = (present, named) => ({
  added: without(named, present),
  removed: without(present, named),
});
const toRemove: Plan = (present, named) => ({
  added: [],
  removed: without(present, without(present, named)),
});

const TRIES = 5;
const NAMED_MAX = 5;

export function createInboxMemberService(parts: CrmParts) {
  const { db, turns } = parts;
  const store = createInboxMemberStore(parts);

  const list = async ({ accountId }: Access, inboxId: string): Promise<Agent[]> => {
    found(await findRecord(db, inboxes, accountId, inboxId), 'inbox');
    return (await store.list(accountId, inboxId)).map(toAgent);
  };

  /** 422 somebody named is not in the account, 404 the inbox. */
  const change = async (access: Access, members: Members, plan: Plan): Promise<void> => {
    const { accountId } = access;
    const { inbox_id: inboxId, user_ids: ids } = members;
    const named = await store.people(accountId, ids);
    refuseStrangers(named, ids);
    found(await findRecord(db, inboxes, accountId, inboxId), 'inbox');
    const { added, removed } = plan(await store.list(accountId, inboxId), named);
    if (added.length + removed.length === 0) return;
    const place = (user: MemberRow) => ({ accountId, inboxId, user });
    await store.write(access, added.map(place), removed.map(place));
  };

  const changed = (access: Access, members: Members, plan: Plan): Promise<Agent[]> =>
    turns.run(`members of ${members.inbox_id}`, async () => {
      await untilUpToDate(() => change(access, members, plan));
      return list(access, members.inbox_id);
    });

  return {
    list,
    isMember: ({ accountId, userId }: Access, inboxId: string) =>
      store.isMember(accountId, inboxId.toLowerCase(), userId),
    /** Who is a member already stays one. */
    add: (access: Access, members: Members) => changed(access, members, toAdd),
    set: (access: Access, members: Members) => changed(access, members, toSet),
    /** Who is no member is left alone. */
    remove: (access: Access, members: Members) => changed(access, members, toRemove),
  };
}

function refuseStrangers(known: readonly MemberRow[], ids: readonly string[]): void {
  const members = new Set(known.map(({ id }) => id));
  const strangers = [...new Set(ids)].filter((id) => !members.has(id));
  if (strangers.length === 0) return;
  const named = strangers.slice(0, NAMED_MAX).join(', ');
  throw unprocessable('user_ids', `must name users of the account; these are not: ${named}`);
}

/** Reads and writes again when others were faster; 409 when they are so every time. */
async function untilUpToDate(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isOvertaken(error)) throw error;
    }
  }
  throw conflict('The members are being changed by others: try again');
}

/** Seats, users or the inbox are no longer what was read. */
function isOvertaken(error: unknown): boolean {
  const fault = faultOf(error);
  return error instanceof Stale || fault === 'unique' || fault === 'constraint';
}
