/** The picture of a group, by the status that callers get. */
import { expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { AppError } from '../../../../src/core/shared/errors.ts';
import { GROUP } from '../../../doubles/scripted-provider.ts';
import { failing, openGateway } from './setup.ts';

const groupJid = GROUP.id;
const image = PNG.sync.write(new PNG({ width: 8, height: 8 })).toString('base64');
const path = '/group/updateGroupPicture/shop';

test('201 once the group has the picture as a JPEG', async () => {
  const { g, key } = await openGateway();
  const set: unknown[] = [];
  g.provider.script.groups.setPicture = async (group, jpeg) => {
    set.push([group, [...jpeg.subarray(0, 2)]]);
  };
  const { status, body } = await g.call('POST', path, { key, body: { groupJid, image } });
  expect([status, body]).toEqual([201, { update: 'success' }]);
  expect(set).toEqual([[groupJid, [0xff, 0xd8]]]);
});

test.each([
  ['groupJid is required', { image }],
  ['groupJid must be', { groupJid: '5511888880000@s.whatsapp.net', image }],
  ['image is required', { groupJid }],
  ['image is no picture', { groupJid, image: 'bm90IGE=' }],
  ['could not be fetched', { groupJid, image: 'http://files.test/a.png' }],
])('400 that says "%s", and no picture is set', async (reason, body) => {
  const { g, key } = await openGateway();
  failing(g, 'setPicture', new Error('must not be called'));
  const refused = await g.call('POST', path, { key, body });
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toContain(reason);
});

test('403, 404, 409, 429 and 503 as the platform refuses, 413 for more than 5 MiB', async () => {
  const { g, key } = await openGateway();
  for (const [reason, status] of [
    ['forbidden', 403],
    ['not_found', 404],
    ['conflict', 409],
    ['rate_limited', 429],
    ['unavailable', 503],
  ] as const) {
    failing(g, 'setPicture', new AppError(reason, 'why'));
    const answer = await g.call('POST', path, { key, body: { groupJid, image } });
    expect([answer.status, answer.body.error.message]).toEqual([status, 'why']);
  }
  // The limit of bodies is that of the running service.
  const large = Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64');
  const { status } = await g.call('POST', path, { key, body: { groupJid, image: large } });
  expect(status).toBe(413);
});

test('409 while the instance is not connected', async () => {
  const { g } = await openGateway();
  await g.create('cafe');
  const body = { groupJid, image };
  expect((await g.call('POST', '/group/updateGroupPicture/cafe', { body })).status).toBe(409);
});
