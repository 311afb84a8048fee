/** Pictures of accounts and groups with everything in place: bodies of full size. */
import { expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { sharedApp } from '../../../helpers/shared.ts';

const app = sharedApp();

test('a photo of several MiB becomes the picture of an account of the sandbox, and of its group', async () => {
  await app.openInstance('shop');
  const png = new PNG({ width: 1_100, height: 1_000 });
  for (let at = 0; at < png.data.length; at++) png.data[at] = ((at * at) ^ (at >> 3)) & 0xff;
  const picture = PNG.sync.write(png).toString('base64');
  expect(picture.length).toBeGreaterThan(1024 * 1024);
  const { status, body } = await app.call('POST', '/chat/updateProfilePicture/shop', { picture });
  expect([status, body]).toEqual([200, { update: 'success' }]);
  const participants = ['5511888880000'];
  const made = await app.call('POST', '/group/create/shop', { subject: 'Crew', participants });
  const groupJid = made.body.id;
  const group = { groupJid, image: picture };
  expect((await app.call('POST', '/group/updateGroupPicture/shop', group)).status).toBe(201);
  const value = expect.stringMatching(/^a JPEG of \d+ bytes$/);
  expect((await app.call('GET', '/sandbox/shop/actions')).body).toMatchObject([
    { action: 'profilePicture', value },
    { action: 'groupPicture', chat: groupJid, value },
  ]);
});
