/** A CRM zone with a user who may invite to the account Default, and a user of another account to be invited. */
import {
  type Permission,
  SYSTEM_ROLES,
} from '../../../../src/modules/crm/permissions/catalogue.ts';
import { type BenchOptions, crmBench } from '../../../helpers/crm.ts';

export const UNKNOWN = '01900000-0000-7000-8000-00000000ffff';
export const DAY_MS = 24 * 60 * 60 * 1_000;

/** What an owner of an account may do. */
export const OWNED = SYSTEM_ROLES.find(({ key }) => key === 'account_owner')
  ?.permissions as Permission[];

/** An invitation and what answers it. */
export interface HandedInvitation {
  readonly id: string;
  readonly secret: string;
}

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
  /** The invitation as its sender hands it on. */
  const invited = async (...asked: Parameters<typeof invite>): Promise<HandedInvitation> =>
    (await invite(...asked)).body.data;
  const answer = (
    word: 'accept' | 'decline',
    { id, secret }: HandedInvitation,
    token = guest.token,
  ) => call('POST', `/invitations/${id}/${word}`, { token, body: { secret } });
  const open = (secret: string, token = guest.token) =>
    call('POST', '/invitations/open', { token, body: { secret } });
  const at = `/accounts/${accountId}/invitations`;
  const sent = async () => (await call('GET', at, { token: inviter.token })).body;
  const renew = (id: string, token = inviter.token) =>
    call('POST', `${at}/${id}/renew`, { token, body: {} });
  const isMember = async (userId = guest.userId): Promise<boolean> =>
    (await call('GET', `/users/${userId}`, { token: inviter.token })).status === 200;
  return {
    ...bench,
    inviter,
    guest,
    invite,
    invited,
    answer,
    open,
    sent,
    renew,
    isMember,
  };
}
