/** What `api.lock` says of the API, and so what a diff of it shows. */
import { expect, test } from 'bun:test';
import {
  apiLock,
  DONE_ONCE_FILE,
  doneOnce,
  LOCK_FILE,
  lockedOperations,
} from '../../scripts/api-lock.ts';
import { type ApiDocument, apiDocument } from '../../scripts/document.ts';

test('api.lock and the client have the operations of the API document, which validators, linters and client generators have checked: `npm run lock:api`', async () => {
  const document = await apiDocument();
  expect(await Bun.file(LOCK_FILE).text()).toBe(await apiLock(document));
  expect(await Bun.file(DONE_ONCE_FILE).text()).toBe(doneOnce(document));
});

/** A document with one operation, whose body has these fields. */
const documentOf = (fields: object, operation: object = {}): ApiDocument => ({
  paths: {
    '/things': {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/Thing' } } },
        },
        security: [{ apikey: [] }],
        'x-scopes': ['send'],
        responses: { 201: {}, 400: {} },
        ...operation,
      },
    },
  },
  webhooks: {},
  components: { Thing: { type: 'object', properties: fields } },
});
const lineOf = async (document: ApiDocument) => lockedOperations(await apiLock(document))[0]!;
const TITLE = { title: { type: 'string', maxLength: 9 } };

test('its line has method, path, credential, effect, whether it is done once, and statuses', async () => {
  const key = [{ $ref: '#/components/parameters/IdempotencyKeyHeader' }];
  const components = { parameters: { IdempotencyKeyHeader: {} }, Thing: {} };
  const line = await lineOf({
    ...documentOf({}, { parameters: key, 'x-effect': 'adds' }),
    components,
  });
  expect(line).toEqual({
    method: 'POST',
    path: '/things',
    credential: 'apikey send',
    effect: 'adds',
    once: true,
    statuses: [201, 400],
    shape: expect.stringMatching(/^[0-9a-f]{12}$/),
  });
});

test.each([
  ['a bound of a field', documentOf({ title: { type: 'string', maxLength: 8 } })],
  ['a field', documentOf({ ...TITLE, description: { type: 'string' } })],
  ['a field that is called example', documentOf({ ...TITLE, example: { type: 'string' } })],
  ['a successful answer', documentOf(TITLE, { responses: { 201: { headers: {} }, 400: {} } })],
  ['a parameter', documentOf(TITLE, { parameters: [{ name: 'limit' }] })],
])('%s changes the shape', async (_, changed) => {
  const { shape } = await lineOf(documentOf(TITLE));
  expect((await lineOf(changed)).shape).not.toBe(shape);
});

test.each([
  [
    'the description of a field',
    documentOf({ title: { ...TITLE.title, description: 'Its title' } }),
  ],
  ['an example', documentOf({ title: { ...TITLE.title, examples: ['One'] } })],
  ['the summary of the operation', documentOf(TITLE, { summary: 'Make a thing' })],
])('%s does not change the shape', async (_, changed) => {
  expect(await lineOf(changed)).toEqual(await lineOf(documentOf(TITLE)));
});

test('a schema that contains itself has a shape', async () => {
  const { shape } = await lineOf(documentOf({ inner: { $ref: '#/components/Thing' } }));
  expect(shape).not.toBe((await lineOf(documentOf({}))).shape);
});
