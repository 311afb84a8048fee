import { describe, expect, test } from 'bun:test';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { GROUP } from '../../../doubles/scripted-provider.ts';
import { notFound } from '../../../helpers/failures.ts';
import { failing, openGateway } from './setup.ts';

const JID = GROUP.id;
const MEMBER = {
  id: '5511999990000@s.whatsapp.net',
  phoneNumber: '5511999990000@s.whatsapp.net',
  lid: '99@lid',
  admin: 'superadmin',
};
const { participants: _, ...fields } = GROUP;

describe('GET /group/findGroupInfos', () => {
  test('200 the group with its members, by its JID or its digits', async () => {
    const { g, key } = await openGateway();
    for (const groupJid of [JID, JID.split('@')[0]]) {
      const { status, body } = await g.call(
        'GET',
        `/group/findGroupInfos/shop?groupJid=${groupJid}`,
        {
          key,
        },
      );
      expect([status, body]).toEqual([200, { ...fields, size: 1, participants: [MEMBER] }]);
    }
  });

  test('400 for what is no address of a group, and without one', async () => {
    const { g } = await openGateway();
    for (const query of ['', '?groupJid=', '?groupJid=5511@s.whatsapp.net', '?groupJid=1%00'])
      for (const path of ['findGroupInfos', 'participants']) {
        const { status, body } = await g.call('GET', `/group/${path}/shop${query}`);
        expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST']);
        expect(body.error.message).toContain('groupJid ');
      }
  });

  test('404 for a group that does not exist', async () => {
    const { g } = await openGateway();
    failing(g, 'find', notFound(`group ${JID}`));
    const { status, body } = await g.call('GET', `/group/findGroupInfos/shop?groupJid=${JID}`);
    expect([status, body.error.message]).toEqual([404, `group ${JID} not found`]);
  });

  test('403, 429 and 503 when WhatsApp refuses, wants fewer questions, or does not answer', async () => {
    const { g } = await openGateway();
    for (const [reason, expected] of [
      ['forbidden', 403],
      ['rate_limited', 429],
      ['unavailable', 503],
    ] as const) {
      failing(g, 'find', new AppError(reason, 'why'));
      const { status, body } = await g.call('GET', `/group/findGroupInfos/shop?groupJid=${JID}`);
      expect([status, body.error.message]).toEqual([expected, 'why']);
    }
  });

  test('409 while the instance is not connected', async () => {
    const { g } = await openGateway();
    await g.create('cafe');
    for (const path of ['findGroupInfos', 'participants', 'fetchAllGroups']) {
      const { status, body } = await g.call('GET', `/group/${path}/cafe?groupJid=${JID}`);
      expect([status, body.error.message]).toEqual([409, 'instance cafe is not connected']);
    }
  });
});

describe('GET /group/fetchAllGroups', () => {
  test('200 all groups, with their members unless they are not wanted', async () => {
    const { g, key } = await openGateway();
    const all = async (query: string) =>
      (await g.call('GET', `/group/fetchAllGroups/shop${query}`, { key })).body;
    const whole = [{ ...fields, size: 1, participants: [MEMBER] }];
    expect(await all('?getParticipants=true')).toEqual(whole);
    expect(await all('')).toEqual(whole);
    expect(await all('?getParticipants=false')).toEqual([{ ...fields, size: 1 }]);
  });

  test('200 with hundreds of large groups, made as the answer is read and never in memory as a whole', async () => {
    const { g, key } = await openGateway();
    const [member] = GROUP.participants;
    if (member === undefined) throw new Error('the group has no member');
    const participants = Array.from({ length: 1_200 }, () => member);
    let made = 0;
    g.provider.script.groups.all = async function* () {
      for (; made < 100; made++) yield { ...GROUP, participants };
    };
    const answer = await g.app.handle(
      new Request('http://localhost/group/fetchAllGroups/shop', { headers: { apikey: key } }),
    );
    expect(made).toBeLessThan(3);
    expect(g.memory.reserved).toBe(256 * 1024);
    const all = (await answer.json()) as unknown[];
    const whole = { ...fields, size: 1_200, participants: participants.map(() => MEMBER) };
    expect(all).toHaveLength(100);
    expect([all[0], all[99]]).toEqual([whole, whole]);
    expect(g.memory.reserved).toBe(0);
  });

  test('503 when WhatsApp does not say which groups there are', async () => {
    const { g, key } = await openGateway();
    // biome-ignore lint/correctness/useYield: it fails before the first one.
    g.provider.script.groups.all = async function* () {
      throw new AppError('unavailable', 'why');
    };
    const { status, body } = await g.call('GET', '/group/fetchAllGroups/shop', { key });
    expect([status, body.error.message]).toEqual([503, 'why']);
  });

  test('400 for another word than true or false', async () => {
    const { g } = await openGateway();
    const { status, body } = await g.call('GET', '/group/fetchAllGroups/shop?getParticipants=1');
    expect([status, body.error.message]).toEqual([400, 'getParticipants must be true or false']);
  });
});

describe('GET /group/participants', () => {
  test('200 the members, by phone number and by the address that hides it', async () => {
    const { g, key } = await openGateway();
    const { status, body } = await g.call('GET', `/group/participants/shop?groupJid=${JID}`, {
      key,
    });
    expect([status, body]).toEqual([200, { participants: [MEMBER] }]);
  });
});
