/** The types of the client are those of the API document as it is now. */
import { expect, test } from 'bun:test';
import { clientTypes } from '../../scripts/client-types.ts';
import { startApp } from '../helpers/app.ts';

const FILE = new URL('../../packages/client/src/generated.ts', import.meta.url);

test("the client's types are those of the API document: `npm run generate:client` writes them", async () => {
  const app = await startApp();
  const { body } = await app.call('GET', '/swagger/json', undefined, null);
  await app.stop();
  // Compared as a whole, so that a difference does not print both.
  expect((await clientTypes(body)) === (await Bun.file(FILE).text())).toBe(true);
});
