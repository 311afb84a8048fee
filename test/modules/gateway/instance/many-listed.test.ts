/** A list of more instances than are put together at once. */
import { beforeAll, expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../../../helpers/app.ts';
import { sharedApp } from '../../../helpers/shared.ts';

const COUNT = 230;
const app = sharedApp();
beforeAll(async () => {
  for (let at = 0; at < COUNT; at++)
    await app.call('POST', '/instance/create', { instanceName: `i${at}`, provider: 'sandbox' });
});

test('all instances come in one list, of many while it is made, with the same rows as one by one', async () => {
  const answer = await fetch(`${app.url}/instance/fetchInstances`, {
    headers: { apikey: GLOBAL_KEY },
  });
  // It is not whole when its head is sent.
  expect(answer.headers.get('content-length')).toBeNull();
  expect(answer.headers.get('content-type')).toContain('application/json');
  const rows = (await answer.json()) as { name: string }[];
  expect(rows.map(({ name }) => name).sort()).toEqual(
    Array.from({ length: COUNT }, (_, at) => `i${at}`).sort(),
  );
  const one = await app.call('GET', '/instance/fetchInstances?instanceName=i7');
  expect(one.body).toEqual(rows.filter(({ name }) => name === 'i7'));
});
