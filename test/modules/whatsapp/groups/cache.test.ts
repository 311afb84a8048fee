/** Groups are asked for once, and then known with every change of theirs. */
import { afterEach, expect, test } from 'bun:test';
import { until } from '../../../helpers/until.ts';
import { ANA, BOB, endAll, ME, type OpenedStage, opened } from '../opened-stage.ts';

afterEach(endAll);

/** Resolves when all notifications sent before have been read. */
const settled = ({ settled: wait }: OpenedStage) => wait();

const refusal = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => '',
    (error) => `${error.reason}: ${error.message}`,
  );

for (const addressing of ['pn', 'lid'] as const) {
  test(`a group addressed by ${addressing} is found with all that is said of it, its members by phone number`, async () => {
    const world = await opened();
    const { phone, ana, bob, session } = world;
    const group = ana.creates({ subject: 'Crew', members: [phone, bob], addressing });
    group.describes(ana, 'what we do');
    group.sets(ana, 'announcement');
    group.promotes(ana, bob);
    await settled(world);
    expect(await session.groups().find(group.jid)).toEqual({
      id: group.jid,
      subject: 'Crew',
      subjectOwner: ANA,
      subjectTime: expect.any(Number),
      creation: Number(group.creation),
      owner: ANA,
      desc: 'what we do',
      descId: expect.stringMatching(/./),
      restrict: false,
      announce: true,
      memberAddMode: 'admin_add',
      joinApprovalMode: false,
      ephemeralDuration: 0,
      isCommunity: false,
      isCommunityAnnounce: false,
      linkedParent: null,
      participants: [
        { id: ANA, lid: ana.person.lid, admin: 'superadmin' },
        { id: ME, lid: phone.person.lid, admin: null },
        { id: BOB, lid: bob.person.lid, admin: 'admin' },
      ],
    });
  });

  test(`every change of a group addressed by ${addressing} is known without asking again`, async () => {
    const world = await opened();
    const { phone, ana, bob, session, whatsapp } = world;
    const group = ana.creates({ subject: 'Crew', members: [phone], addressing });
    await settled(world);
    const before = await session.groups().find(group.jid);
    const asked = [...whatsapp.groups.questions];
    const cases: [() => void, object][] = [
      [() => group.renames(ana, 'Team'), { subject: 'Team', subjectOwner: ANA }],
      [() => group.describes(ana, 'why'), { desc: 'why' }],
      [() => group.describes(ana, ''), { desc: null, descId: null }],
      [() => group.sets(ana, 'announcement'), { announce: true }],
      [() => group.sets(ana, 'not_announcement'), { announce: false }],
      [() => group.sets(ana, 'locked'), { restrict: true }],
      [() => group.sets(ana, 'unlocked'), { restrict: false }],
      [() => group.letsAdd(ana, 'all_member_add'), { memberAddMode: 'all_member_add' }],
      [() => group.letsAdd(ana, 'admin_add'), { memberAddMode: 'admin_add' }],
      [
        () => group.adds(ana, bob),
        { participants: [...before.participants, { id: BOB, lid: bob.person.lid, admin: null }] },
      ],
      [
        () => group.promotes(ana, bob),
        {
          participants: [...before.participants, { id: BOB, lid: bob.person.lid, admin: 'admin' }],
        },
      ],
      [
        () => group.demotes(ana, bob),
        { participants: [...before.participants, { id: BOB, lid: bob.person.lid, admin: null }] },
      ],
      [() => group.removes(ana, bob), { participants: before.participants }],
    ];
    for (const [change, expected] of cases) {
      change();
      await settled(world);
      expect(await session.groups().find(group.jid)).toMatchObject(expected);
    }
    expect(whatsapp.groups.questions).toEqual(asked);
  });
}

test('all groups come in one question, and again in none', async () => {
  const world = await opened();
  const { phone, ana, bob, session, whatsapp } = world;
  const groups = Array.from({ length: 300 }, (_, index) =>
    ana.creates({ subject: `Group ${index}`, members: [phone, bob] }),
  );
  // What the account is told of groups that exist already is not all of them.
  await settled(world);
  const first = await Array.fromAsync(session.groups().all());
  expect(first.map(({ subject }) => subject).sort()).toEqual(
    groups.map(({ subject }) => subject).sort(),
  );
  expect(await Array.fromAsync(session.groups().all())).toHaveLength(300);
  expect(whatsapp.groups.questions).toHaveLength(1);
  groups[7]?.renames(ana, 'Seven');
  ana.creates({ subject: 'New', members: [phone] });
  groups[8]?.removes(ana, phone);
  await settled(world);
  const subjects = (await Array.fromAsync(session.groups().all())).map(({ subject }) => subject);
  expect(subjects).toHaveLength(300);
  expect(subjects).toContain('Seven');
  expect(subjects).toContain('New');
  expect(subjects).not.toContain('Group 8');
  expect(whatsapp.groups.questions).toHaveLength(1);
});

test('messages to a group ask who is in it once, and know of new members', async () => {
  const world = await opened();
  const { phone, ana, bob, session, whatsapp } = world;
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  await settled(world);
  const send = (text: string) =>
    session.send({ number: group.jid, content: { kind: 'text', text } });
  await session.restart();
  await until('open again', () => world.host.phases.at(-1)?.phase === 'open');
  await until('caught up', () => world.all('OfflineSyncCompleted').length === 2);
  for (const text of ['one', 'two', 'three']) await send(text);
  expect(whatsapp.groups.questions).toHaveLength(1);
  group.adds(ana, bob);
  await settled(world);
  await send('four');
  expect((await bob.receives()).text).toBe('four');
  expect(whatsapp.groups.questions).toHaveLength(1);
});

/** The account's devices hear that they are to ask again; Baileys itself then asks for all. */
async function outdated(world: OpenedStage): Promise<void> {
  world.whatsapp.groups.outdate(world.phone);
  await settled(world);
  world.whatsapp.groups.questions.length = 0;
}

test('after WhatsApp said that groups are out of date they are asked for again, once for all who want to know', async () => {
  const world = await opened();
  const { ana, phone, session, whatsapp } = world;
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  await settled(world);
  await Array.fromAsync(session.groups().all());
  await outdated(world);
  await Promise.all([1, 2, 3].map(() => session.groups().find(group.jid)));
  expect(whatsapp.groups.questions.filter((one) => one !== '')).toEqual([group.jid]);
});

test('a group that changes while WhatsApp is asked is asked for again', async () => {
  const world = await opened();
  const { ana, phone, session, whatsapp } = world;
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  await settled(world);
  const ask = {
    one: async () => [await session.groups().find(group.jid)],
    all: () => Array.fromAsync(session.groups().all()),
  };
  for (const [first, second] of [
    [ask.one, ask.one],
    [ask.all, ask.one],
    [ask.all, ask.all],
  ] as const) {
    await outdated(world);
    const subject = `Team ${Math.random()}`;
    whatsapp.groups.meanwhile = () => group.renames(ana, subject);
    await first();
    await settled(world);
    expect((await second())[0]?.subject).toBe(subject);
  }
});

test('a change of a kind that is not known makes the group be asked for again', async () => {
  const world = await opened();
  const { ana, phone, session, whatsapp } = world;
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  await settled(world);
  group.changesSomehow(ana);
  await settled(world);
  expect((await session.groups().find(group.jid)).subject).toBe('Crew, changed somehow');
  expect(whatsapp.groups.questions).toEqual([group.jid]);
});

test('what WhatsApp refuses is said in our words', async () => {
  const { ana, bob, session, whatsapp } = await opened();
  const closed = ana.creates({ subject: 'Closed', members: [bob] });
  expect(await refusal(session.groups().find(closed.jid))).toBe(
    `forbidden: WhatsApp does not let the account do this in ${closed.jid}: it is not a member, or not an admin`,
  );
  const unknown = '120363000000000009@g.us';
  expect(await refusal(session.groups().find(unknown))).toBe(
    `not_found: group ${unknown} not found`,
  );
  whatsapp.refuseGroupQuestions(true);
  expect(await refusal(Array.fromAsync(session.groups().all()))).toBe(
    'unavailable: WhatsApp did not do this: internal-server-error',
  );
});
