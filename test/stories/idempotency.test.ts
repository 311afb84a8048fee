/** Which requests one Idempotency-Key takes for the same. */
import { expect, test } from 'bun:test';
import { GLOBAL_KEY } from '../helpers/app.ts';
import { sharedApp } from '../helpers/shared.ts';

const app = sharedApp();

const ONCE = { 'idempotency-key': 'k' };
const TEXT = { number: '5511999990000', text: 'Hello' };

async function sendTo(path: string) {
  const { status, body, headers } = await app.call('POST', path, TEXT, GLOBAL_KEY, ONCE);
  return { status, id: body.key?.id, isReplayed: headers.get('idempotency-replayed') === 'true' };
}

test('a path that is spelled with escapes is the same request, and an instance made anew is another', async () => {
  await app.openInstance('bob');
  const first = await sendTo('/message/sendText/bob');
  expect(first).toMatchObject({ status: 201, isReplayed: false });
  for (const path of ['/message/sendText/%62ob', '/message/sendText/b%6fb'])
    expect(await sendTo(path)).toEqual({ ...first, isReplayed: true });
  const { body: sent } = await app.call('GET', '/sandbox/bob/sent');
  expect(sent).toHaveLength(1);
  await app.call('DELETE', '/instance/delete/bob');
  await app.openInstance('bob');
  const other = await sendTo('/message/sendText/bob');
  expect(other).toMatchObject({ status: 201, isReplayed: false });
  expect(other.id).not.toBe(first.id);
});

test('a repetition leaves no second row in the audit', async () => {
  await app.openInstance('shop');
  const create = () =>
    app.call(
      'POST',
      '/webhook/endpoints/shop',
      { name: 'a', url: 'https://a.example.com' },
      GLOBAL_KEY,
      ONCE,
    );
  const [first, again] = [await create(), await create()];
  expect(again.body).toEqual(first.body);
  const { body } = await app.call('GET', '/audit/find?limit=500');
  const rows = body.entries.filter(
    ({ action }: { action: string }) => action === 'endpoint.create',
  );
  expect(rows).toHaveLength(1);
});
