/** What accepting and declining an invitation have in common. */
import { conflict } from '../../shared/errors.ts';
import { changed } from '../audit.ts';
import type { AuditedWrite } from '../audited-commit.ts';
import { changeRecord } from '../change-record.ts';
import { type Person, refuseNarrowed } from '../own-name.ts';
import type { CrmParts } from '../parts.ts';
import {
  type MaybeClosed,
  type ReceivedInvitation,
  type ReceivedRow,
  toReceived,
  toSent,
} from './model.ts';
import { anyReceived } from './rows.ts';

export const WHICH_TOKEN =
  'Any token of the person will do, unless its scopes leave out something they may do where it opens (403). Neither the acting account nor what the token is bound to matters; a bound token stays bound.';

interface Asked {
  readonly request: Request;
  readonly params: { readonly id: string };
}

/**
 * Answers an open invitation of the person; `write` resolves to the invitation as it is then.
 * 403 a token narrowed by scopes, 404 another person's, 412, 409 answered, expired or without its role.
 */
export async function answerInvitation(
  parts: CrmParts,
  person: Person,
  { request, params }: Asked,
  write: (before: ReceivedRow, now: number) => Promise<ReceivedRow>,
): Promise<ReceivedInvitation> {
  await refuseNarrowed(parts.db, person);
  async function find(): Promise<MaybeClosed | null> {
    const [row] = await anyReceived(parts, person.userId, params.id);
    return row ?? null;
  }
  return changeRecord(parts, request, {
    what: 'invitation',
    find,
    write: async (before, now) =>
      toReceived(await write(openOrRefused(before, parts.clock.now()), now)),
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

/** The role must still be there; whether time is left is asked when it is read, as with a token. */
export const answerStep = (
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
