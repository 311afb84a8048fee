/** What others see of the account, by the status that callers get. */
import { describe, expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import type { OwnProfile, Privacy } from '../../../../src/core/providers/account-actions.ts';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { CHAT_OPERATIONS } from '../../../../src/modules/gateway/chat/operations.ts';
import { createPictureReader } from '../../../../src/modules/gateway/profile-picture.ts';
import { conflict } from '../../../helpers/failures.ts';
import { gateway } from '../../../helpers/gateway.ts';

const PRIVACY: Privacy = {
  readreceipts: 'all',
  profile: 'contacts',
  status: 'none',
  last: null,
  online: 'all',
  groupadd: 'all',
};
const PICTURE = PNG.sync.write(new PNG({ width: 8, height: 8 }));
const picture = PICTURE.toString('base64');

/** An open instance; what its session is asked, in order, and what it throws. */
async function bench() {
  const calls: unknown[][] = [];
  const script: { refusal?: Error } = {};
  const noted =
    <T>(name: string, answer: T) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      if (script.refusal) throw script.refusal;
      return answer;
    };
  const profile: OwnProfile = {
    rename: noted('rename', undefined),
    describe: noted('describe', undefined),
    setPicture: noted('setPicture', undefined),
    privacy: noted('privacy', PRIVACY),
    setPrivacy: noted('setPrivacy', PRIVACY),
  };
  const g = await gateway({
    operations: CHAT_OPERATIONS,
    with: ({ clock }) => {
      const outbound = { fetchFile: async () => ({ problem: 'no route' }) };
      const readPicture = createPictureReader(outbound, clock, 2 ** 27);
      return { guard: { refusesLiteral: () => null }, readPicture };
    },
  });
  g.provider.script.chats = () => ({}) as ReturnType<typeof g.provider.script.chats>;
  g.provider.script.ownProfile = () => profile;
  const { key } = await g.createOpen('shop');
  const call = (method: string, path: string, body?: unknown) =>
    g.call(method, `/chat/${path}/shop`, { key, ...(body !== undefined && { body }) });
  return { g, call, calls, script };
}

/** Each with a body that is right. */
const OPERATIONS = [
  ['POST', 'updateProfileName', { name: ' Shop Centro ' }],
  ['POST', 'updateProfileStatus', { status: 'Open till six' }],
  ['POST', 'updateProfilePicture', { picture }],
  ['DELETE', 'removeProfilePicture', undefined],
  ['GET', 'fetchPrivacySettings', undefined],
  ['POST', 'updatePrivacySettings', { last: 'none' }],
] as const;

describe('what is right', () => {
  test('200 once the platform has taken a name, a text, a picture, and that there is none', async () => {
    const { call, calls } = await bench();
    for (const [method, path, body] of OPERATIONS.slice(0, 4)) {
      const answer = await call(method, path, body);
      expect([answer.status, answer.body]).toEqual([200, { update: 'success' }]);
    }
    expect(calls).toEqual([
      ['rename', 'Shop Centro'],
      ['describe', { text: 'Open till six', emoji: '', seconds: 86_400 }],
      ['setPicture', expect.any(Uint8Array)],
      ['setPicture', null],
    ]);
  });

  test('a text has its emoji and its time', async () => {
    const { call, calls } = await bench();
    await call('POST', 'updateProfileStatus', {
      status: 'Open',
      emoji: '☕',
      durationSeconds: 3_600,
    });
    expect(calls).toEqual([['describe', { text: 'Open', emoji: '☕', seconds: 3_600 }]]);
  });

  test('200 and 201 with the privacy as it is', async () => {
    const { call, calls } = await bench();
    const found = await call('GET', 'fetchPrivacySettings');
    expect([found.status, found.body]).toEqual([200, PRIVACY]);
    const change = { last: 'none', online: 'match_last_seen' };
    const set = await call('POST', 'updatePrivacySettings', { ...change, other: 1 });
    expect([set.status, set.body]).toEqual([201, { update: 'success', data: PRIVACY }]);
    expect(calls).toEqual([['privacy'], ['setPrivacy', change]]);
  });
});

test.each([
  ['updateProfileName', {}, 'name is required'],
  ['updateProfileName', { name: '  ' }, '1-25 characters'],
  ['updateProfileName', { name: 'x'.repeat(26) }, '1-25 characters'],
  ['updateProfileStatus', {}, 'status is required'],
  ['updateProfileStatus', { status: 'x'.repeat(140) }, 'at most 139 characters'],
  ['updateProfileStatus', { status: 'x', emoji: 'x'.repeat(33) }, 'one emoji'],
  ['updateProfileStatus', { status: 'x', durationSeconds: -1 }, 'whole number of 0-31536000'],
  ['updateProfileStatus', { status: 'x', durationSeconds: 1.5 }, 'whole number of 0-31536000'],
  ['updateProfilePicture', {}, 'picture is required'],
  ['updateProfilePicture', { picture: 'bm90IGE=' }, 'picture is no picture'],
  ['updateProfilePicture', { picture: 'http://files.test/a.png' }, 'could not be fetched'],
  ['updatePrivacySettings', {}, 'name at least one of readreceipts'],
  ['updatePrivacySettings', { readreceipts: 'contacts' }, 'readreceipts'],
  ['updatePrivacySettings', { online: 'none', last: 'none' }, 'online'],
])('400 %s with %j, and nothing is set', async (path, body, reason) => {
  const { call, calls } = await bench();
  const refused = await call('POST', path, body);
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain(reason);
  expect(calls).toEqual([]);
});

test('409 while it is not connected, and when the platform refuses; 429 and 503 as it says', async () => {
  const { g, call, script } = await bench();
  for (const [reason, status] of [
    ['conflict', 409],
    ['rate_limited', 429],
    ['unavailable', 503],
  ] as const) {
    script.refusal = new AppError(reason, 'the reason');
    for (const [method, path, body] of OPERATIONS) {
      const answer = await call(method, path, body);
      expect([answer.status, answer.body.error.message]).toEqual([status, 'the reason']);
    }
  }
  script.refusal = conflict('is not asked');
  await g.call('DELETE', '/instance/logout/shop');
  for (const [method, path, body] of OPERATIONS) {
    const answer = await call(method, path, body);
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'instance shop is not connected',
    ]);
  }
});

test('413 a picture of more than 5 MiB', async () => {
  const { call, calls } = await bench();
  const large = Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64');
  // The limit of bodies is that of the running service.
  const { status } = await call('POST', 'updateProfilePicture', { picture: large });
  expect([status, calls]).toEqual([413, []]);
});
