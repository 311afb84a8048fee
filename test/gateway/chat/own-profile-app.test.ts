/** The account's own picture with everything in place: bodies of full size. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { PNG } from 'pngjs';
import { type RunningApp, startApp } from '../../helpers/app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('a photo of several MiB becomes the picture of an account of the sandbox', async () => {
  await app.openInstance('shop');
  const png = new PNG({ width: 1_100, height: 1_000 });
  for (let at = 0; at < png.data.length; at++) png.data[at] = ((at * at) ^ (at >> 3)) & 0xff;
  const picture = PNG.sync.write(png).toString('base64');
  expect(picture.length).toBeGreaterThan(1024 * 1024);
  const { status, body } = await app.call('POST', '/chat/updateProfilePicture/shop', { picture });
  expect([status, body]).toEqual([200, { update: 'success' }]);
  expect((await app.call('GET', '/sandbox/shop/actions')).body).toMatchObject([
    { action: 'profilePicture', value: expect.stringMatching(/^a JPEG of \d+ bytes$/) },
  ]);
});
