import { expect, test } from 'bun:test';
import { ACCOUNT, bench, openBench, refusal } from './setup.ts';

const ALL = {
  readreceipts: 'all',
  profile: 'all',
  status: 'all',
  last: 'all',
  online: 'all',
  groupadd: 'all',
};

test('what is set of the account is listed among what was done', async () => {
  const { session } = await openBench();
  const profile = session.ownProfile();
  await profile.describe({ text: 'Open till six', emoji: '', seconds: 3_600 });
  await profile.setPicture(new Uint8Array(3));
  await profile.setPicture(null);
  expect(session.actions().map(({ action, value }) => [action, value])).toEqual([
    ['profileStatus', 'Open till six'],
    ['profilePicture', 'a JPEG of 3 bytes'],
    ['profilePicture', ''],
  ]);
});

test('the account has the name that it is given, in what it sends and after a restart', async () => {
  const { session, host } = await openBench();
  await session.ownProfile().rename('Shop Centro');
  expect(host.account()?.pushName).toBe('Shop Centro');
  const said = { number: '5511888880000', content: { kind: 'text', text: 'Hello' } } as const;
  expect((await session.send(said)).pushName).toBe('Shop Centro');
  expect(session.actions().map(({ action, value }) => [action, value])).toEqual([
    ['profileName', 'Shop Centro'],
  ]);
  await session.restart();
  expect((await session.send(said)).pushName).toBe('Shop Centro');
});

test('privacy is as it was set, and everything is open to all until then', async () => {
  const { session } = await openBench();
  const profile = session.ownProfile();
  expect(await profile.privacy()).toEqual(ALL);
  await profile.setPrivacy({ last: 'none' });
  expect(await profile.setPrivacy({ readreceipts: 'none' })).toEqual({
    ...ALL,
    last: 'none',
    readreceipts: 'none',
  });
  expect(session.actions().map(({ value }) => value)).toEqual([
    '{"last":"none"}',
    '{"readreceipts":"none"}',
  ]);
});

test('nothing is set while it is not connected', async () => {
  const { session } = bench({ account: ACCOUNT });
  expect(await refusal((async () => session.ownProfile())())).toBe('conflict: not connected');
});
