import { expect, test } from 'bun:test';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { GROUP, OWNER } from '../../../doubles/scripted-provider.ts';
import { notFound } from '../../../helpers/failures.ts';
import { failing, openGateway } from './setup.ts';

const CODE = 'A'.repeat(22);
const BY_GROUP = `?groupJid=${GROUP.id}`;
const BY_CODE = `?inviteCode=${CODE}`;
const link = (inviteCode: string) => ({
  inviteUrl: `https://chat.whatsapp.com/${inviteCode}`,
  inviteCode,
});

const OPERATIONS = [
  ['GET', 'inviteCode', BY_GROUP, 'inviteCode', 200, link(CODE)],
  [
    'POST',
    'revokeInviteCode',
    BY_GROUP,
    'revokeInviteCode',
    201,
    { revoked: true, ...link('B'.repeat(22)) },
  ],
  ['GET', 'inviteInfo', BY_CODE, 'inviteInfo', 200, { subject: GROUP.subject, size: 1 }],
  ['GET', 'acceptInviteCode', BY_CODE, 'join', 200, { accepted: false, groupJid: GROUP.id }],
  [
    'GET',
    'joinRequests',
    BY_GROUP,
    'joinRequests',
    200,
    { requests: [{ jid: OWNER.jid, requestedAt: 1_767_607_200, method: 'invite_link' }] },
  ],
] as const;

test.each(OPERATIONS)(
  '%s /group/%s answers what was asked for',
  async (method, name, query, action, status, answer) => {
    const { g, key } = await openGateway();
    const call = (instance: string, groupJid: string) =>
      g.call(method, `/group/${name}/${instance}${groupJid}`, instance === 'shop' ? { key } : {});
    const answered = await call('shop', query);
    expect(answered.status).toBe(status);
    expect(answered.body).toMatchObject(answer);
    for (const wrong of ['', '?groupJid=a&inviteCode=b', `?inviteCode=${CODE}A`])
      expect([wrong, (await call('shop', wrong)).status]).toEqual([wrong, 400]);
    failing(g, action, notFound('invitation'));
    expect((await call('shop', query)).status).toBe(404);
    failing(g, action, new AppError('forbidden', 'not an admin'));
    expect((await call('shop', query)).status).toBe(403);
    await g.create('cafe');
    expect((await call('cafe', query)).status).toBe(409);
  },
);

test('a whole link is as good as its code', async () => {
  const { g } = await openGateway();
  const codes: string[] = [];
  g.provider.script.groups.join = async (code) => {
    codes.push(code);
    return { group: GROUP.id, isJoined: true };
  };
  for (const groupJid of [
    `https://chat.whatsapp.com/${CODE}`,
    `https://chat.whatsapp.com/${CODE}?mode=r_t`,
  ]) {
    const path = `/group/acceptInviteCode/shop?inviteCode=${encodeURIComponent(groupJid)}`;
    expect((await g.call('GET', path)).body).toEqual({ accepted: true, groupJid: GROUP.id });
  }
  expect(codes).toEqual([CODE, CODE]);
});
