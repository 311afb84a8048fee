/** Secrets that an answer shows leave no copy in any cache on their way. */
import { expect, test } from 'bun:test';
import type { Answer } from '../helpers/app.ts';
import { sharedApp } from '../helpers/shared.ts';

const app = sharedApp({ env: { PUBLIC_URL: 'https://gate.example' } });

const ask = (method: string, path: string, body?: unknown, headers = {}) =>
  app.call(method, path, body, undefined, headers);

async function expectNotKept(answer: Promise<Answer>, status: number) {
  const { body, headers, ...rest } = await answer;
  expect(rest.status).toBe(status);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
  return body;
}

test('no cache may store the key, the codes, the signing secrets and the tickets of an instance', async () => {
  const made = await expectNotKept(ask('POST', '/instance/create', { instanceName: 'shop' }), 201);
  expect(made.apikey).toBeString();
  const shown = await expectNotKept(ask('GET', '/instance/connect/shop'), 200);
  expect(shown.base64).toStartWith('data:image/png');
  const again = ask('POST', '/instance/connect', {}, { instanceId: 'shop' });
  expect((await expectNotKept(again, 200)).data.code).not.toBe('');
  const replaced = await expectNotKept(ask('POST', '/instance/key/rotate/shop'), 200);
  expect(replaced.apikey).toBeString();
  await expectNotKept(ask('GET', '/webhook/secret/shop'), 200);
  await expectNotKept(ask('POST', '/webhook/secret/rotate/shop'), 200);
  expect((await expectNotKept(ask('POST', '/ws/ticket'), 200)).ticket).toBeString();
  await expectNotKept(ask('GET', '/event/find/shop'), 200);
});

test('no cache may store an access token or the secret of a webhook of an account, replayed or not', async () => {
  const places: [path: string, body: object][] = [
    ['/api/v1/access_tokens', { name: 'ci' }],
    ['/api/v1/webhooks', { name: 'hook', url: 'http://localhost:9/' }],
  ];
  for (const [path, body] of places) {
    const once = { 'idempotency-key': 'one' };
    const made = await expectNotKept(ask('POST', path, body, once), 201);
    const replayed = await expectNotKept(ask('POST', path, body, once), 201);
    expect(replayed).toEqual(made);
    await expectNotKept(ask('POST', `${path}/${made.data.id}/rotate`), 200);
  }
});
