/** The examples of the API document: each keeps its schema, each request works as it stands, each answer is as documented. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { CRM_EXAMPLES } from '../../src/modules/crm/examples.ts';
import { GATEWAY_EXAMPLES } from '../../src/modules/gateway/examples/zone.ts';
import { startApp } from '../helpers/app.ts';
import { type JsonSchema, schemaChecker } from '../helpers/json-schema.ts';
import { PREPARED } from './examples/gateway.ts';
import { bodyOf, type Operation, schemaOf } from './examples/operations.ts';
import { type Examples, examplesOf } from './examples/sending.ts';
import { type Shop, startShop } from './examples/shop.ts';

let shop: Shop;
let examples: Examples;
let document: JsonSchema;
let operations: readonly Operation[];
beforeAll(async () => {
  shop = await startShop();
  examples = await examplesOf(shop);
  ({ document, operations } = examples);
});
afterAll(() => shop.stop());

/** Answers that are none of 2xx, with the reason. */
const OTHERS: Readonly<Record<string, readonly [status: number, why: string]>> = {
  'POST /user/avatar': [404, 'nobody shows a picture to a sandbox'],
  'GET /ready': [503, 'the brokers of this test are down'],
  'POST /send/event': [400, 'always refused'],
  'POST /newsletter/create': [400, 'always refused'],
  'POST /newsletter/messages': [400, 'always refused'],
  'POST /community/create': [400, 'always refused'],
  'POST /community/add': [400, 'always refused'],
  'POST /community/remove': [400, 'always refused'],
  'GET /instance/logs/{instanceId}': [400, 'always refused'],
};

const isSuccess = (status: string | number) => Number(status) < 300;

test('every body has an example, and every parameter that must be there, and they keep their schemas', () => {
  const check = schemaChecker(document);
  for (const operation of operations) {
    const { name, parameters } = operation;
    const body = bodyOf(operation);
    if (body) expect([name, check(body.schema, body.example)]).toEqual([name, []]);
    for (const { name: parameter, required, example, schema } of parameters) {
      if (!required && example === undefined) continue;
      expect([name, parameter, check(schema, example)]).toEqual([name, parameter, []]);
    }
  }
});

test('every answer with a body has an example that keeps its schema', () => {
  const check = schemaChecker(document, { isStrict: true });
  for (const { name, responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const schema = schemaOf(response);
      if (schema === null) continue;
      const { examples } = schema.$ref ? document.components.schemas[nameOf(schema)] : schema;
      expect([name, status, check(schema, examples?.[0])]).toEqual([name, status, []]);
    }
  }
});

const nameOf = ({ $ref }: JsonSchema): string => $ref.split('/').at(-1);

test('no example is kept for an operation or a record that is gone', () => {
  const known = new Set(operations.map(({ name }) => name));
  const schemas = new Set(Object.keys(document.components.schemas));
  const named = [PREPARED, OTHERS].flatMap((one) => Object.keys(one));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  for (const { records } of [GATEWAY_EXAMPLES, CRM_EXAMPLES])
    expect(Object.keys(records).filter((name) => !schemas.has(name))).toEqual([]);
});

test('every request works as its example has it, and is answered as documented, field by field', async () => {
  const check = schemaChecker(document, { isStrict: true });
  for (const operation of operations) {
    const { name, responses } = operation;
    const { status, body } = await examples.send(operation);
    const [expected] = OTHERS[name] ?? [];
    if (status !== expected && !isSuccess(status)) throw new Error(`${name}: ${status} ${body}`);
    const schema = schemaOf(responses[status]);
    const isText = schema?.type === 'string';
    const problems = schema && check(schema, isText ? body : JSON.parse(body));
    expect([name, status, problems ?? body]).toEqual([name, status, schema ? [] : '']);
  }
}, 120_000);

/** The port is part of the address at which a document was asked for. */
const withoutPort = (text: string) => text.replace(/"servers":\[[^\]]*\]/, '');

test('after all that was called, another service in the same process has the same document', async () => {
  const other = await startApp();
  const text = await (await fetch(`${other.url}/swagger/json`)).text();
  expect(withoutPort(text) === withoutPort(examples.text)).toBe(true);
  await other.stop();
});
