import { expect, test } from 'bun:test';
import { startApp } from '../../helpers/app.ts';

test('the API document is the same before and after operations have been called', async () => {
  const documents: unknown[] = [];
  for (const calls of [[], ['/proxy/set/shop', '/webhook/test/shop', '/delivery/redeliver/shop']]) {
    const app = await startApp();
    await app.openInstance('shop');
    for (const path of calls) expect((await app.call('POST', path, {})).status).not.toBe(404);
    const { servers: _, ...document } = (await app.call('GET', '/swagger/json', undefined, null))
      .body;
    documents.push(document);
    await app.stop();
  }
  expect(documents[1]).toEqual(documents[0]);
});
