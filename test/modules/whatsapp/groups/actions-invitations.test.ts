/** Groups are joined by links, and those who ask to join are let in or turned down. */
import { afterEach, expect, test } from 'bun:test';
import { ANA, BOB, endAll, opened } from '../opened-stage.ts';

afterEach(endAll);

const CODE = /^[0-9A-F]{22}$/;
const NEW = { subject: 'Crew', description: '', participants: [ANA], promoteParticipants: false };

const refusal = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

test('a group has a link to join by until another takes its place', async () => {
  const { session, whatsapp } = await opened();
  const groups = session.groups();
  const { id } = (await groups.create(NEW)).group;
  const code = await groups.inviteCode(id);
  expect(code).toMatch(CODE);
  expect((await groups.inviteInfo(code)).id).toBe(id);
  const other = await groups.revokeInviteCode(id);
  expect(other).toMatch(CODE);
  expect(other).not.toBe(code);
  expect(await groups.inviteCode(id)).toBe(other);
  const gone = 'not_found: invitation not found: it was revoked';
  expect(await refusal(groups.inviteInfo(code))).toBe(gone);
  expect(await refusal(groups.join(code))).toBe(gone);
  expect(whatsapp.unanswered).toEqual([]);
});

test('a group is joined by its link, once', async () => {
  const { session, ana, recorded } = await opened();
  const groups = session.groups();
  const group = ana.creates({ subject: 'Open', members: [] });
  expect(await Array.fromAsync(groups.all())).toEqual([]);
  expect(await groups.inviteInfo(group.inviteCode)).toMatchObject({ subject: 'Open' });
  expect(await groups.join(group.inviteCode)).toEqual({ group: group.jid, isJoined: true });
  await recorded('JoinedGroup');
  expect((await Array.fromAsync(groups.all())).map(({ id }) => id)).toEqual([group.jid]);
  expect(await refusal(groups.join(group.inviteCode))).toStartWith('conflict: ');
});

test('where admins decide about it, the account waits for them', async () => {
  const { session, ana } = await opened();
  const group = ana.creates({ subject: 'Closed', members: [] });
  group.asksAdmins = true;
  const groups = session.groups();
  expect(await groups.join(group.inviteCode)).toEqual({ group: group.jid, isJoined: false });
  expect(await Array.fromAsync(groups.all())).toEqual([]);
});

test('those who ask to join are listed, let in and turned down, each with a result', async () => {
  const { session, whatsapp, bob } = await opened();
  const groups = session.groups();
  const { id } = (await groups.create(NEW)).group;
  const eve = whatsapp.contact({ number: '5511666660000' });
  const EVE = eve.person.pn;
  for (const { person } of [bob, eve]) whatsapp.groups.find(id)?.requests.set(person, '1767607200');
  const request = { requestedAt: 1_767_607_200, method: 'invite_link' };
  expect(await groups.joinRequests(id)).toEqual([
    { jid: BOB, ...request },
    { jid: EVE, ...request },
  ]);
  expect(await groups.answerJoinRequests(id, 'approve', [BOB, ANA])).toMatchObject([
    { jid: BOB, status: 200, reason: null },
    { jid: ANA, status: 404, reason: 'They do not ask to join.' },
  ]);
  expect(await groups.answerJoinRequests(id, 'reject', [EVE])).toMatchObject([{ status: 200 }]);
  expect(await groups.joinRequests(id)).toEqual([]);
  const { participants } = await groups.find(id);
  expect(participants.map((one) => one.id).slice(1)).toEqual([ANA, BOB]);
});

test('links and requests are for admins alone', async () => {
  const { session, ana, phone } = await opened();
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  const groups = session.groups();
  for (const refused of [
    groups.inviteCode(group.jid),
    groups.revokeInviteCode(group.jid),
    groups.joinRequests(group.jid),
    groups.answerJoinRequests(group.jid, 'approve', [BOB]),
  ])
    expect(await refusal(refused)).toStartWith('forbidden: ');
});
