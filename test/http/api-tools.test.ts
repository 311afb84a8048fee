/**
 * What tools of the field make of the API document. They take 15 seconds of CPU, and are asked when the document
 * changes: here it is compared with the one they were asked about.
 */
import { expect, test } from 'bun:test';
import { CHECKED_FILE, checkedOf } from '../../scripts/api-tools.ts';
import { ANYWHERE, CLIENT_TYPES } from '../../scripts/client-types.ts';
import { startApp } from '../helpers/app.ts';

test('validators and linters find nothing in the API document, clients made of it compile, and the types of ours are its own: asked by `npm run generate:client`', async () => {
  const app = await startApp();
  const { body } = await app.call('GET', '/swagger/json', undefined, null);
  await app.stop();
  const now = await checkedOf(
    JSON.stringify({ ...body, servers: ANYWHERE }),
    await Bun.file(CLIENT_TYPES).text(),
  );
  expect(now).toEqual(await Bun.file(CHECKED_FILE).json());
});
