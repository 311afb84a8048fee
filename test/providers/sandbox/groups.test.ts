import { expect, test } from 'bun:test';
import { ACCOUNT, openBench, refusal } from './setup.ts';

const JID = '120363000000000001@g.us';
const ANA = '5511888880000';
const BOB = '5511777770000';
const member = (number: string, admin: 'admin' | null = null) => ({
  id: `${number}@s.whatsapp.net`,
  lid: expect.stringMatching(/^\d{15}@lid$/),
  admin,
});
const me = member(ACCOUNT.jid.split('@')[0] ?? '');

async function joined() {
  const bench = await openBench();
  await bench.session.group({
    step: 'joined',
    jid: JID,
    name: 'Crew',
    join: [BOB],
    promote: [ANA],
  });
  return bench;
}

test('a group that the account joined is found with its members and admins', async () => {
  const { session, clock } = await joined();
  const at = Math.floor(clock.now() / 1000);
  const group = {
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
    joinApprovalMode: false,
    ephemeralDuration: 0,
    isCommunity: false,
    isCommunityAnnounce: false,
    linkedParent: null,
    participants: [me, member(BOB), member(ANA, 'admin')],
  };
  expect(await session.groups().find(JID)).toEqual(group);
  expect(await session.groups().all()).toEqual([group]);
});

test('what changes of a group stands in it from then on', async () => {
  const { session } = await joined();
  const changes = { name: 'Team', topic: 'why', join: ['5511666660000'], leave: [BOB] };
  await session.group({ step: 'info', jid: JID, ...changes, demote: [ANA] });
  expect(await session.groups().find(JID)).toMatchObject({
    subject: 'Team',
    subjectOwner: ACCOUNT.jid,
    desc: 'why',
    participants: [me, member(ANA), member('5511666660000')],
  });
  await session.group({ step: 'info', jid: JID, topic: '' });
  expect(await session.groups().find(JID)).toMatchObject({ desc: null, descId: null });
});

test('a group that the account is no longer in is not found, as one it never was in', async () => {
  const { session } = await joined();
  await session.group({ step: 'info', jid: JID, leave: [ACCOUNT.jid] });
  await session.group({ step: 'info', jid: '120363000000000002@g.us', name: 'Not ours' });
  expect(await session.groups().all()).toEqual([]);
  expect(await refusal(session.groups().find(JID))).toBe(`not_found: group ${JID} not found`);
});

test('another account that is paired has none of the groups of the one before', async () => {
  const { session } = await joined();
  await session.logout();
  await session.connect({});
  await session.scan({ number: '5511555550000' });
  expect(await session.groups().all()).toEqual([]);
});

test('of very many groups the thousand that changed last are remembered', async () => {
  const { session } = await joined();
  for (let index = 0; index < 1000; index++)
    await session.group({ step: 'joined', jid: `${120364000000000000n + BigInt(index)}` });
  expect(await session.groups().all()).toHaveLength(1000);
  expect(await refusal(session.groups().find(JID))).toContain('not found');
});

test('nothing is said about groups while the instance is not connected', async () => {
  const { session } = await joined();
  await session.drop();
  expect(() => session.groups()).toThrow('not connected');
});
