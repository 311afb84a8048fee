/** The page about n8n: what it tells people to type, against the service and a receiver in place of n8n. */
import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type ReceivedRequest, startReceiver } from '../../doubles/receiver.ts';
import { shared, sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

const page = await Bun.file(join(import.meta.dir, '../../../docs/n8n.md')).text();
const textOf = (pattern: RegExp): string => pattern.exec(page)?.[1] ?? expect.unreachable();

let key: string;
const receiver = shared(startReceiver);
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
});

/** The value of an expression such as `$json.body.id` in a Webhook node, which has the request's body as `body`. */
const evaluate = (expression: string, { body }: ReceivedRequest): unknown =>
  expression
    .split('.')
    .slice(1)
    // biome-ignore lint/suspicious/noExplicitAny: a workflow reads bodies without types.
    .reduce<any>((value, name) => value?.[name], { body: JSON.parse(body) });

/** Adds the endpoint of the page with some fields of its own, and returns what it gets of a message. */
async function firstDelivery(path: string, fields: object): Promise<ReceivedRequest> {
  const endpoint = JSON.parse(textOf(/\/webhook\/endpoints\/shop -d '(.*?)'$/ms));
  const url = receiver.url + path;
  const added = await app.call('POST', '/webhook/endpoints/shop', { ...endpoint, url, ...fields });
  expect(added.status).toBe(201);
  const message = JSON.parse(textOf(/`POST \/sandbox\/shop\/message` with `(.*?)`/));
  await app.call('POST', '/sandbox/shop/message', message);
  const delivered = () => receiver.requests.find((request) => request.path === path);
  await until('the message arrived', () => delivered() !== undefined);
  return delivered() ?? expect.unreachable();
}

test('every expression of the page has a value, and with it a workflow answers, once for each event', async () => {
  const delivery = await firstDelivery('/webhook/gatehouse', {});
  expect(delivery.header('x-n8n-key')).toBe('a secret of yours');
  const expressions = [...page.matchAll(/\{\{ (\$json\.\S+) \}\}/g)].map(([, one = '']) => one);
  expect(expressions.length).toBeGreaterThan(3);
  for (const one of expressions)
    expect([one, evaluate(one, delivery)]).toEqual([one, expect.any(String)]);

  const body = JSON.parse(
    textOf(/^```json\n(.*?)\n```$/ms).replaceAll(
      /\{\{ (\S+) \}\}/g,
      (_, one) => `${evaluate(one, delivery)}`,
    ),
  );
  const headers = { 'idempotency-key': `${evaluate('$json.body.id', delivery)}` };
  const answer = () => app.call('POST', '/message/sendText/shop', body, key, headers);
  const [first, second] = [await answer(), await answer()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.key.id).toBe(first.body.key.id);
});

test('workflows that read the shape of Evolution API go on working', async () => {
  const filter = JSON.parse(textOf(/the filter is then `(.*?)`/));
  const fields = { name: 'older', format: 'evolution-api', filter };
  const delivery = await firstDelivery('/webhook/older', fields);
  const expression = textOf(/that read `(\$json\.\S+?)`/);
  expect(evaluate(expression, delivery)).toBe('5511888880000@s.whatsapp.net');
});
