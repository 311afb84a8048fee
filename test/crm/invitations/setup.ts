/** A CRM zone with a user who may invite to the account Default, and a user of another account to be invited. */
import { type Permission, SYSTEM_ROLES } from '../../../src/crm/permissions/catalogue.ts';
import { type BenchOptions, crmBench } from '../../helpers/crm.ts';

export const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** What an owner of an account may do. */
export const OWNED = SYSTEM_ROLES.find(({ key }) => key === 'account_owner')
  ?.permissions as Permission[];

export async function invitationBench(options: BenchOptions = {}) {
  const bench = await crmBench(options);
  const { call, db, accountId } = bench;
  const inviter = await bench.memberWith(...OWNED);
  const guest = await bench.otherAccount();
  await db.query("update users set name = 'Bia', email = 'Bia@Example.com' where id = ?", [
    guest.userId,
  ]);
  const invite = (fields: object = {}, token = inviter.token) =>
    call('POST', '/users', { token, body: { name: 'B', email: 'bia@example.com', ...fields } });
  const answer = (word: 'accept' | 'decline', id: string, token = guest.token) =>
    call('POST', `/invitations/${id}/${word}`, { token });
  /** Ids of what the guest could answer. */
  const received = async (token = guest.token): Promise<string[]> =>
    (await call('GET', '/invitations', { token })).body.data.map(({ id }: { id: string }) => id);
  const sent = async () =>
    (await call('GET', `/accounts/${accountId}/invitations`, { token: inviter.token })).body;
  const isMember = async (userId = guest.userId): Promise<boolean> =>
    (await call('GET', `/users/${userId}`, { token: inviter.token })).status === 200;
  return { ...bench, inviter, guest, invite, answer, received, sent, isMember };
}
