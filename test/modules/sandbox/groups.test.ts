import { expect, test } from 'bun:test';
import type { Payloads } from '../../../src/core/events/contract/catalog.ts';
import type { Group } from '../../../src/core/providers/groups.ts';
import { ACCOUNT, type Bench, openBench, refusal, sampleEvent } from './setup.ts';

const JID = '120363000000000001@g.us';
const AT = '2026-01-05T10:00:00.000Z';
const ANA = '5511888880000';
const BOB = '5511777770000';
const BOBS = `${BOB}@s.whatsapp.net`;
const member = (number: string, admin: 'admin' | null = null) => ({
  id: `${number}@s.whatsapp.net`,
  lid: expect.stringMatching(/^\d{15}@lid$/),
  admin,
});
const me = member(ACCOUNT.jid.split('@')[0] ?? '');

const participant = (JID: string, IsAdmin = false) => ({ JID, IsAdmin, IsSuperAdmin: false });

async function joined() {
  const bench = await openBench();
  const Participants = [
    participant(ACCOUNT.jid),
    participant(BOBS),
    participant(`${ANA}@s.whatsapp.net`, true),
  ];
  const GroupName = { Name: 'Crew', NameSetAt: AT };
  await bench.session.event(
    sampleEvent('JoinedGroup', { JID, GroupName, GroupCreated: AT, Participants }),
  );
  return bench;
}

/** Something changes in the group, by the account. */
const changes = ({ session }: Bench, data: Partial<Payloads['GroupInfo']>) =>
  session.event(sampleEvent('GroupInfo', { JID, Sender: ACCOUNT.jid, Name: null, ...data }));

test('a group that the account joined is found with its members and admins', async () => {
  const { session, clock } = await joined();
  const at = Math.floor(clock.now() / 1000);
  const group: Group = {
    id: JID,
    subject: 'Crew',
    subjectOwner: null,
    subjectTime: at,
    creation: at,
    owner: null,
    desc: null,
    descId: null,
    restrict: false,
    announce: false,
    memberAddMode: 'admin_add',
    joinApprovalMode: false,
    ephemeralDuration: 0,
    isCommunity: false,
    isCommunityAnnounce: false,
    linkedParent: null,
    participants: [me, member(BOB), member(ANA, 'admin')],
  };
  expect(await session.groups().find(JID)).toEqual(group);
  expect(await Array.fromAsync(session.groups().all())).toEqual([group]);
});

test('what changes of a group stands in it from then on', async () => {
  const bench = await joined();
  const { session } = bench;
  const by = { TopicSetAt: AT, TopicSetBy: ACCOUNT.jid };
  await changes(bench, {
    Name: { Name: 'Team', NameSetAt: AT, NameSetBy: ACCOUNT.jid },
    Topic: { Topic: 'why', TopicID: '1', TopicDeleted: false, ...by },
    Join: ['5511666660000@s.whatsapp.net'],
    Leave: [BOBS],
    Demote: [`${ANA}@s.whatsapp.net`],
  });
  expect(await session.groups().find(JID)).toMatchObject({
    subject: 'Team',
    subjectOwner: ACCOUNT.jid,
    desc: 'why',
    participants: [me, member(ANA), member('5511666660000')],
  });
  await changes(bench, { Topic: { Topic: '', TopicID: '2', TopicDeleted: true, ...by } });
  expect(await session.groups().find(JID)).toMatchObject({ desc: null, descId: null });
});

test('a group that the account is no longer in is not found, as one it never was in', async () => {
  const bench = await joined();
  const { session } = bench;
  await changes(bench, { Leave: [ACCOUNT.jid] });
  await changes(bench, { JID: '120363000000000002@g.us', Join: [BOBS] });
  expect(await Array.fromAsync(session.groups().all())).toEqual([]);
  expect(await refusal(session.groups().find(JID))).toBe(`not_found: group ${JID} not found`);
});

test('another account that is paired has none of the groups of the one before', async () => {
  const { session } = await joined();
  await session.logout();
  await session.connect({});
  await session.scan({ number: '5511555550000' });
  expect(await Array.fromAsync(session.groups().all())).toEqual([]);
});

test('of very many groups the thousand that changed last are remembered', async () => {
  const { session } = await joined();
  for (let index = 0; index < 1000; index++)
    await session.event(
      sampleEvent('JoinedGroup', { JID: `${120364000000000000n + BigInt(index)}@g.us` }),
    );
  expect(await Array.fromAsync(session.groups().all())).toHaveLength(1000);
  expect(await refusal(session.groups().find(JID))).toContain('not found');
});

test('nothing is said about groups while the instance is not connected', async () => {
  const { session } = await joined();
  await session.drop();
  expect(() => session.groups()).toThrow('not connected');
});

const NEW = { subject: 'Crew', description: 'why', participants: [`${ANA}@s.whatsapp.net`] };

test('a group that is created belongs to the account, and is published as one it joined', async () => {
  const { session, host } = await openBench();
  const { group, results, problems } = await session
    .groups()
    .create({ ...NEW, promoteParticipants: true });
  expect(group).toMatchObject({
    id: expect.stringMatching(/^120363\d{12}@g\.us$/),
    subject: 'Crew',
    desc: 'why',
    owner: ACCOUNT.jid,
    participants: [{ ...me, admin: 'superadmin' }, member(ANA, 'admin')],
  });
  expect(results).toEqual([
    { jid: `${ANA}@s.whatsapp.net`, status: 200, reason: null, invite: null },
  ]);
  expect(problems).toEqual([]);
  expect(host.recorded).toEqual(['JoinedGroup', 'GroupInfo']);
  expect(await Array.fromAsync(session.groups().all())).toEqual([group]);
});

test('every change of a group is found in it and published', async () => {
  const { session, host } = await openBench();
  const groups = session.groups();
  const { id } = (await groups.create({ ...NEW, promoteParticipants: false })).group;
  await groups.rename(id, 'Team');
  await groups.describe(id, '');
  await groups.set(id, 'announcement');
  await groups.set(id, 'locked');
  await groups.setEphemeral(id, 86_400);
  expect(await groups.changeMembers(id, 'add', [BOBS, ACCOUNT.jid])).toMatchObject([
    { jid: BOBS, status: 200 },
    { jid: ACCOUNT.jid, status: 409, reason: 'They are in the group already.' },
  ]);
  await groups.changeMembers(id, 'promote', [BOBS]);
  expect(await groups.changeMembers(id, 'remove', [`${ANA}@s.whatsapp.net`])).toMatchObject([
    { status: 200 },
  ]);
  expect(await groups.changeMembers(id, 'remove', [`${ANA}@s.whatsapp.net`])).toMatchObject([
    { status: 404, reason: 'They are not in the group.' },
  ]);
  expect(await groups.find(id)).toMatchObject({
    subject: 'Team',
    desc: null,
    announce: true,
    restrict: true,
    ephemeralDuration: 86_400,
    participants: [{ ...me, admin: 'superadmin' }, member(BOB, 'admin')],
  });
  expect(host.recorded.filter((name) => name === 'GroupInfo')).toHaveLength(9);
  await groups.leave(id);
  expect(await Array.fromAsync(groups.all())).toEqual([]);
  expect(host.events.at(-1)?.data).toMatchObject({ JID: id, Leave: [ACCOUNT.jid] });
});

test('who is no admin of a group changes what members may, and is refused the rest', async () => {
  const bench = await joined();
  const { session } = bench;
  const groups = session.groups();
  await groups.rename(JID, 'Team');
  for (const refused of [groups.set(JID, 'locked'), groups.changeMembers(JID, 'remove', [BOBS])])
    expect(await refusal(refused)).toBe(
      `forbidden: WhatsApp does not let the account do this in ${JID}: it is not a member, or not an admin`,
    );
  await changes(bench, { Promote: [ACCOUNT.jid] });
  await groups.set(JID, 'locked');
  await changes(bench, { Demote: [ACCOUNT.jid] });
  expect(await refusal(groups.describe(JID, 'no'))).toContain('not an admin');
});

test('a group that was left is joined again by its link, until that is replaced', async () => {
  const { session } = await openBench();
  const groups = session.groups();
  const { id } = (await groups.create({ ...NEW, promoteParticipants: false })).group;
  const code = await groups.inviteCode(id);
  expect(await groups.inviteCode(id)).toBe(code);
  expect(await refusal(groups.join(code))).toBe(`conflict: the account is in group ${id} already`);
  const other = await groups.revokeInviteCode(id);
  await groups.leave(id);
  expect(await refusal(groups.inviteInfo(code))).toBe('not_found: invitation not found');
  expect(await groups.inviteInfo(other)).toMatchObject({ subject: 'Crew' });
  expect(await groups.join(other)).toEqual({ group: id, isJoined: true });
  expect((await groups.find(id)).participants).toEqual([me, member(ANA)]);
});

test('nobody asks to join a group, and each who is answered nevertheless is told so', async () => {
  const { session } = await openBench();
  const groups = session.groups();
  const { id } = (await groups.create({ ...NEW, promoteParticipants: false })).group;
  expect(await groups.joinRequests(id)).toEqual([]);
  expect(await groups.answerJoinRequests(id, 'approve', [BOBS])).toEqual([
    { jid: BOBS, status: 404, reason: 'They do not ask to join.', invite: null },
  ]);
  expect((await groups.find(id)).participants).toHaveLength(2);
});

test('a picture of a group is listed among what was done, and refused where only admins may set it', async () => {
  const bench = await joined();
  const { session } = bench;
  const jpeg = new Uint8Array(3);
  await session.groups().setPicture(JID, jpeg);
  const listed = session.actions().map(({ action, chat, value }) => [action, chat, value]);
  expect(listed).toEqual([['groupPicture', JID, 'a JPEG of 3 bytes']]);
  await changes(bench, { Promote: [ACCOUNT.jid] });
  await session.groups().set(JID, 'locked');
  await changes(bench, { Demote: [ACCOUNT.jid] });
  const refused =
    'forbidden: WhatsApp does not let the account do this in 120363000000000001@g.us: it is not a member, or not an admin';
  expect(await refusal(session.groups().setPicture(JID, jpeg))).toBe(refused);
  expect(session.actions()).toHaveLength(1);
});

test('everybody in a group adds members once its admins let them', async () => {
  const bench = await joined();
  const { session, host } = bench;
  const groups = session.groups();
  const add = () => groups.changeMembers(JID, 'add', ['5511666660000@s.whatsapp.net']);
  expect(await refusal(add())).toStartWith('forbidden: ');
  expect(await refusal(groups.setMemberAddMode(JID, 'all_member_add'))).toStartWith('forbidden: ');
  await changes(bench, { Promote: [ACCOUNT.jid] });
  await groups.setMemberAddMode(JID, 'all_member_add');
  await changes(bench, { Demote: [ACCOUNT.jid] });
  expect((await groups.find(JID)).memberAddMode).toBe('all_member_add');
  expect(await add()).toMatchObject([{ status: 200 }]);
  const told = host.events.map((event) => event.type === 'GroupInfo' && event.data.MemberAddMode);
  expect(told).toContain('all_member_add');
});
