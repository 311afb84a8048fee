import { describe, expect, test } from 'bun:test';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { GROUP } from '../../../doubles/scripted-provider.ts';
import { failing, openGateway } from './setup.ts';

const groupJid = GROUP.id;
const ANA = '5511888880000@s.whatsapp.net';
const BOB = '5511777770000@s.whatsapp.net';

/** Every change with a body that is right, what reaches the session and what is answered. */
const CHANGES = [
  [
    'updateGroupSubject',
    { groupJid, subject: 'Team' },
    ['rename', groupJid, 'Team'],
    { update: 'success' },
  ],
  [
    'updateGroupDescription',
    { groupJid: groupJid.split('@')[0], description: '' },
    ['describe', groupJid, ''],
    { update: 'success' },
  ],
  [
    'updateSetting',
    { groupJid, action: 'locked' },
    ['set', groupJid, 'locked'],
    { updateSetting: 'locked' },
  ],
  [
    'updateMemberAddMode',
    { groupJid, mode: 'all_member_add' },
    ['setMemberAddMode', groupJid, 'all_member_add'],
    { updateMemberAddMode: 'all_member_add' },
  ],
  [
    'toggleEphemeral',
    { groupJid, expiration: 86_400 },
    ['setEphemeral', groupJid, 86_400],
    { success: true },
  ],
  [
    'updateJoinRequests',
    { groupJid, action: 'approve', participants: [ANA] },
    ['answerJoinRequests', groupJid, 'approve', [ANA]],
    { updateJoinRequests: [{ status: '200', jid: ANA, reason: null, invite: null }] },
  ],
  [
    'updateParticipant',
    { groupJid, action: 'add', participants: ['+55 11 88888-0000', BOB, '5511888880000:7@c.us'] },
    ['changeMembers', groupJid, 'add', [ANA, BOB]],
    {
      updateParticipants: [ANA, BOB].map((jid) => ({
        status: '403',
        jid,
        reason: 'They let only their contacts add them.',
        invite: { code: 'abc', expiration: 1_767_700_000 },
      })),
    },
  ],
] as const;

describe.each(CHANGES)('POST /group/%s', (name, body, expected, answer) => {
  const path = `/group/${name}/shop`;
  const [action, ...values] = expected;

  test('201 once it is done', async () => {
    const { g, key } = await openGateway();
    const calls: unknown[] = [];
    const { groups } = g.provider.script;
    // The cast: each has parameters of its own.
    const run = groups[action] as (...args: unknown[]) => Promise<unknown>;
    Object.assign(groups, {
      [action]: (...args: unknown[]) => {
        calls.push(args);
        return run(...args);
      },
    });
    const { status, body: answered } = await g.call('POST', path, { key, body });
    expect([status, answered]).toEqual([201, answer]);
    expect(calls).toEqual([values]);
  });

  test('201 when the query names the group in place of the body', async () => {
    const { g, key } = await openGateway();
    const { groupJid: group, ...rest } = body;
    const inQuery = await g.call('POST', `${path}?groupJid=${group}`, { key, body: rest });
    expect([inQuery.status, inQuery.body]).toEqual([201, answer]);
    const twice = await g.call('POST', `${path}?groupJid=${group}`, { key, body });
    expect(twice.status).toBe(201);
  });

  test('400 when query and body name two groups, and nothing is done', async () => {
    const { g, key } = await openGateway();
    failing(g, action, new Error('must not be called'));
    const other = `${path}?groupJid=120363000000000009@g.us`;
    const { status, body: answered } = await g.call('POST', other, { key, body });
    expect([status, answered.error.message]).toEqual([
      400,
      'groupJid must be the same in query and body where both name it',
    ]);
  });

  test('400 for a body that is wrong, and nothing is done', async () => {
    const { g } = await openGateway();
    failing(g, action, new Error('must not be called'));
    for (const field of Object.keys(body))
      for (const value of [undefined, 7, {}, 'x'.repeat(3_000), []]) {
        const wrong = { ...body, [field]: value };
        const answered = await g.call('POST', path, { body: wrong });
        expect([field, answered.status]).toEqual([field, 400]);
        expect(answered.body.error.message).toContain(field);
      }
  });

  test('403, 404, 409 and 503 as the platform refuses', async () => {
    const { g } = await openGateway();
    for (const [reason, refused] of [
      ['forbidden', 403],
      ['not_found', 404],
      ['conflict', 409],
      ['unavailable', 503],
    ] as const) {
      failing(g, action, new AppError(reason, 'why'));
      const answered = await g.call('POST', path, { body });
      expect([answered.status, answered.body.error.message]).toEqual([refused, 'why']);
    }
  });

  test('409 while the instance is not connected', async () => {
    const { g } = await openGateway();
    await g.create('cafe');
    const { status } = await g.call('POST', `/group/${name}/cafe`, { body });
    expect(status).toBe(409);
  });
});

describe('POST /group/create', () => {
  const create = { subject: 'Crew', participants: ['5511888880000'] };

  test('201 the group, with what became of each person', async () => {
    const { g, key } = await openGateway();
    const { status, body } = await g.call('POST', '/group/create/shop', { key, body: create });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: groupJid, subject: 'Crew', size: 1, problems: [] });
    expect(body.results).toEqual([{ status: '200', jid: ANA, reason: null, invite: null }]);
  });

  test('201 the same group when it is repeated with the same Idempotency-Key', async () => {
    const { g } = await openGateway();
    let made = 0;
    const { groups } = g.provider.script;
    const { create: run } = groups;
    groups.create = (group) => {
      made++;
      return run(group);
    };
    const request = { body: create, headers: { 'idempotency-key': 'one' } };
    const first = await g.call('POST', '/group/create/shop', request);
    const second = await g.call('POST', '/group/create/shop', request);
    expect(second.body).toEqual(first.body);
    expect([second.status, made]).toEqual([201, 1]);
  });

  test('a description that is null is none', async () => {
    const { g } = await openGateway();
    const invited: unknown[] = [];
    const { groups } = g.provider.script;
    const { create: run } = groups;
    groups.create = (group) => {
      invited.push(group.description);
      return run(group);
    };
    const body = { ...create, description: null };
    expect((await g.call('POST', '/group/create/shop', { body })).status).toBe(201);
    expect(invited).toEqual(['']);
  });

  test('400 for a body that is wrong, and no group is made', async () => {
    const { g } = await openGateway();
    failing(g, 'create', new Error('must not be called'));
    for (const [wrong, field] of [
      [{ subject: '' }, 'subject'],
      [{ subject: 'x'.repeat(101) }, 'subject'],
      [{ description: 'x'.repeat(2_049) }, 'description'],
      [{ participants: [] }, 'participants'],
      [{ participants: [groupJid] }, 'participants'],
      [{ participants: Array.from({ length: 1_025 }, () => ANA) }, 'participants'],
      [{ promoteParticipants: 'yes' }, 'promoteParticipants'],
    ] as const) {
      const body = { ...create, ...wrong };
      const answered = await g.call('POST', '/group/create/shop', { body });
      expect([answered.status, answered.body.error.message]).toEqual([
        400,
        expect.stringContaining(field),
      ]);
    }
  });

  test('409 while the instance is not connected', async () => {
    const { g } = await openGateway();
    await g.create('cafe');
    expect((await g.call('POST', '/group/create/cafe', { body: create })).status).toBe(409);
  });
});

describe('DELETE /group/leaveGroup', () => {
  test('200 once the group is left, 400 without one, 404 for one that does not exist', async () => {
    const { g, key } = await openGateway();
    const path = `/group/leaveGroup/shop?groupJid=${groupJid}`;
    const { status, body } = await g.call('DELETE', path, { key });
    expect([status, body]).toEqual([200, { groupJid, leave: true }]);
    expect((await g.call('DELETE', '/group/leaveGroup/shop')).status).toBe(400);
    failing(g, 'leave', new AppError('not_found', 'group not found'));
    expect((await g.call('DELETE', path)).status).toBe(404);
  });
});

describe('the group of an operation that needs nothing else', () => {
  const other = '120363000000000009@g.us';

  test.each([
    ['DELETE', '/group/leaveGroup/shop', 200],
    ['POST', '/group/revokeInviteCode/shop', 201],
  ])('%s %s takes it from the body, from the query or from both', async (method, path, status) => {
    const { g, key } = await openGateway();
    const call = async (query: string, body?: object) =>
      (await g.call(method, path + query, { key, ...(body && { body }) })).status;
    const query = `?groupJid=${groupJid}`;
    expect(await call('', { groupJid, instance: 'shop' })).toBe(status);
    expect(await call(query, {})).toBe(status);
    expect(await call(query, { groupJid })).toBe(status);
    expect(await call(query, { groupJid: other })).toBe(400);
    expect(await call('', {})).toBe(400);
  });
});
