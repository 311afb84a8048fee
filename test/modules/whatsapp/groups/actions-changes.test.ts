/** What is done with groups is done at WhatsApp, and what it refuses is said of each person. */
import { afterEach, expect, test } from 'bun:test';
import type { NewGroup } from '../../../../src/core/providers/groups.ts';
import { ANA, BOB, endAll, ME, opened } from '../opened-stage.ts';

afterEach(endAll);

const NOBODY = '5511000000000@s.whatsapp.net';
const done = (jid: string) => ({ jid, status: 200, reason: null, invite: null });
const NEW: NewGroup = {
  subject: 'Crew',
  description: '',
  participants: [ANA],
  promoteParticipants: false,
};

const refusal = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

test('a new group has those who could be added, and says of each other why not', async () => {
  const { session, whatsapp, ana, bob, phone, recorded } = await opened();
  whatsapp.groups.shy.add(bob.person);
  const { group, results, problems } = await session.groups().create({
    ...NEW,
    description: 'what we do',
    participants: [ANA, BOB, NOBODY],
    promoteParticipants: true,
  });
  expect(group).toMatchObject({
    subject: 'Crew',
    desc: 'what we do',
    owner: ME,
    participants: [
      { id: ME, lid: phone.person.lid, admin: 'superadmin' },
      { id: ANA, lid: ana.person.lid, admin: 'admin' },
    ],
  });
  expect(results).toEqual([
    done(ANA),
    {
      jid: BOB,
      status: 403,
      reason: 'They let only their contacts add them: send them an invitation.',
      invite: { code: 'ABCDEFGH', expiration: expect.any(Number) },
    },
    {
      jid: NOBODY,
      status: 404,
      reason: 'They are not on WhatsApp, or not in the group.',
      invite: null,
    },
  ]);
  expect(problems).toEqual([]);
  expect((await recorded('JoinedGroup')).data.JID).toBe(group.id);
  expect(await session.groups().find(group.id)).toEqual(group);
  expect(whatsapp.unanswered).toEqual([]);
});

test('members are added, removed, promoted and demoted, each with a result of their own', async () => {
  const { session, bob } = await opened();
  const groups = session.groups();
  const { group } = await groups.create(NEW);
  const change = (action: Parameters<typeof groups.changeMembers>[1], ...people: string[]) =>
    groups.changeMembers(group.id, action, people);
  const rankOf = async (jid: string) =>
    (await groups.find(group.id)).participants.find(({ id }) => id === jid)?.admin;

  expect(await change('add', BOB, ANA)).toEqual([
    done(BOB),
    { jid: ANA, status: 409, reason: 'They are in the group already.', invite: null },
  ]);
  expect(await rankOf(BOB)).toBeNull();
  expect(await change('promote', BOB)).toEqual([done(BOB)]);
  expect(await rankOf(BOB)).toBe('admin');
  expect(await change('demote', bob.person.lid)).toEqual([done(BOB)]);
  expect(await rankOf(BOB)).toBeNull();
  expect(await change('remove', BOB, NOBODY)).toMatchObject([done(BOB), { status: 404 }]);
  expect(await rankOf(BOB)).toBeUndefined();
});

test('a group is renamed, described, closed and made to forget, and is found so at once', async () => {
  const { session, recorded } = await opened();
  const groups = session.groups();
  const { id } = (await groups.create(NEW)).group;
  const found = () => groups.find(id);
  await groups.rename(id, 'Équipe 👋');
  expect(await found()).toMatchObject({ subject: 'Équipe 👋', subjectOwner: ME });
  for (const description of ['one', 'two', '']) {
    await groups.describe(id, description);
    expect((await found()).desc).toBe(description || null);
  }
  for (const [setting, fields] of [
    ['announcement', { announce: true }],
    ['not_announcement', { announce: false }],
    ['locked', { restrict: true }],
    ['unlocked', { restrict: false }],
  ] as const) {
    await groups.set(id, setting);
    expect(await found()).toMatchObject(fields);
  }
  await groups.setEphemeral(id, 604_800);
  expect((await found()).ephemeralDuration).toBe(604_800);
  await groups.setEphemeral(id, 0);
  expect((await found()).ephemeralDuration).toBe(0);
  await recorded('GroupInfo', ({ data }) => data.Name?.Name === 'Équipe 👋');
});

test('everybody in a group adds members once its admins let them, and until they do not any more', async () => {
  const { session, ana, bob, phone, settled } = await opened();
  const groups = session.groups();
  const own = (await groups.create(NEW)).group;
  expect(own.memberAddMode).toBe('admin_add');
  await groups.setMemberAddMode(own.id, 'all_member_add');
  expect((await groups.find(own.id)).memberAddMode).toBe('all_member_add');
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  const add = () => groups.changeMembers(group.jid, 'add', [BOB]);
  expect(await refusal(add())).toStartWith('forbidden: ');
  group.letsAdd(ana, 'all_member_add');
  await settled();
  expect(await add()).toEqual([done(BOB)]);
  const refused = await refusal(groups.setMemberAddMode(group.jid, 'admin_add'));
  expect(refused).toStartWith('forbidden: ');
  expect(group.members).toContain(bob.person);
});

test('a group has the picture that it is given, and refuses it where only admins may change it', async () => {
  const { session, ana, phone, whatsapp } = await opened();
  const groups = session.groups();
  const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3]);
  const { id } = (await groups.create(NEW)).group;
  await groups.setPicture(id, jpeg);
  expect(new Uint8Array(whatsapp.groups.find(id)?.picture ?? [])).toEqual(jpeg);
  expect(phone.person.pictureSent).toBeNull();
  const locked = ana.creates({ subject: 'Crew', members: [phone] });
  locked.sets(ana, 'locked');
  expect(await refusal(groups.setPicture(locked.jid, jpeg))).toStartWith('forbidden: ');
  expect(await refusal(groups.setPicture('120363000000000009@g.us', jpeg))).toBe(
    'not_found: group 120363000000000009@g.us not found',
  );
  expect(locked.picture).toBeNull();
});

test('a group that was left is none of the account any more', async () => {
  const { session } = await opened();
  const groups = session.groups();
  const { id } = (await groups.create(NEW)).group;
  await groups.leave(id);
  expect(await Array.fromAsync(groups.all())).toEqual([]);
  expect(await refusal(groups.find(id))).toStartWith('forbidden: ');
});

test('who is no admin is refused what only admins may do, and nothing changes', async () => {
  const { session, ana, phone, settled } = await opened();
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  group.sets(ana, 'locked');
  await settled();
  const groups = session.groups();
  const before = await groups.find(group.jid);
  for (const refused of [
    groups.rename(group.jid, 'Mine'),
    groups.describe(group.jid, 'mine'),
    groups.set(group.jid, 'announcement'),
    groups.setEphemeral(group.jid, 86_400),
    groups.changeMembers(group.jid, 'remove', [ANA]),
  ])
    expect(await refusal(refused)).toBe(
      `forbidden: WhatsApp does not let the account do this in ${group.jid}: it is not a member, or not an admin`,
    );
  expect(await groups.find(group.jid)).toEqual(before);
});

test('a group whose creation was not answered may be there, and says so; one that was refused is not', async () => {
  const { session, whatsapp, phone } = await opened();
  const mayBeDone = (asked: Promise<unknown>) => asked.catch((error) => error.mayBeDone);
  const long = session.groups().create({ ...NEW, subject: 'x'.repeat(101) });
  expect(await mayBeDone(long)).toBe(false);
  whatsapp.silence(phone);
  const unanswered = mayBeDone(session.groups().create(NEW));
  whatsapp.drop(phone);
  expect(await unanswered).toBe(true);
});

test('a name that WhatsApp does not accept makes no group', async () => {
  const { session } = await opened();
  const refused = session.groups().create({ ...NEW, subject: 'x'.repeat(101) });
  expect(await refusal(refused)).toBe('invalid: WhatsApp does not accept this: not-acceptable');
  expect(await Array.fromAsync(session.groups().all())).toEqual([]);
});
