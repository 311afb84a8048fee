/** Invitations as the invited person sees them. Owns: who may answer one, and until when. */
import { conflict, forbidden } from '../../shared/errors.ts';
import type { Author } from '../audited-commit.ts';
import type { Caller } from '../caller.ts';
import { changeRecord, found } from '../change-record.ts';
import type { Page } from '../list.ts';
import { refuseNarrowed } from '../own-name.ts';
import type { CrmParts } from '../parts.ts';
import { type ReceivedInvitation, type ReceivedRow, toReceived } from './model.ts';
import { type MaybeClosed, receivedInvitations } from './store.ts';
import { invitationWrites } from './writes.ts';

/** A person who asks in their own name, from no account. */
export interface Person {
  readonly request: Request;
  readonly caller: Caller;
  readonly requestId: string;
}

type Write = (author: Author, before: ReceivedRow, now: number) => Promise<ReceivedRow>;

export function createAnswers(parts: CrmParts) {
  const { db, clock } = parts;
  const store = receivedInvitations(parts);
  const writes = invitationWrites(parts);
  /** 403 a token narrowed by scopes, 404 another person's, 412, 409 answered, expired or without its role. */
  const answering = async (
    person: Person,
    id: string,
    write: Write,
  ): Promise<ReceivedInvitation> => {
    const { caller, requestId } = person;
    await refuseNarrowed(db, caller);
    return changeRecord(parts, person, {
      what: 'invitation',
      find: () => store.find(caller.userId, id),
      async write(before, now) {
        const open = openOrRefused(before, clock.now());
        const author = { ...caller, accountId: before.accountId, requestId };
        return toReceived(await write(author, open, now));
      },
    });
  };
  return {
    async list({ caller }: Pick<Person, 'caller'>, page: Page) {
      const { rows, total } = await store.list(caller.userId, page);
      return { data: rows.map(toReceived) satisfies ReceivedInvitation[], total };
    },
    /** 403 also a suspended account. */
    accept: (person: Person, id: string) =>
      answering(person, id, async (author, before, now) => {
        if (before.accountStatus === 'suspended') throw forbidden('The account is suspended');
        const user = found(await store.person(before.userId), 'user');
        const { roleId, roleKey } = before;
        return writes.accept(author, before, { ...user, roleId, roleKey }, now);
      }),
    decline: (person: Person, id: string) => answering(person, id, writes.decline),
  };
}

function openOrRefused(row: MaybeClosed, now: number): ReceivedRow {
  const { status, expiresAt, roleId, roleKey, roleName } = row;
  if (status !== 'invited') throw conflict(`The invitation has been ${status} already`);
  if (expiresAt <= now) throw conflict('The invitation has expired: ask for another one');
  if (roleId === null || roleKey === null || roleName === null)
    throw conflict('The role of this invitation was deleted: ask for another one');
  return { ...row, roleId, roleKey, roleName };
}
