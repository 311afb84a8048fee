import { expect, test } from 'bun:test';
import { validate } from '@readme/openapi-parser';
import { resolved } from '../../helpers/api-document.ts';
import { crmBench } from '../../helpers/crm.ts';

const { app } = await crmBench();
const answer = await app.handle(new Request('http://crm.test/swagger/json'));
// biome-ignore lint/suspicious/noExplicitAny: the document is read as its readers do, without types.
const document: any = await resolved(await answer.json());
const parametersOf = (path: string, method: string) =>
  document.paths[path][method].parameters
    .filter((one: { in: string }) => one.in === 'header')
    .map(({ name }: { name: string }) => name);

test('the document of the zone is valid OpenAPI', async () => {
  const result = await validate(structuredClone(document));
  expect(result.valid ? [] : result.errors).toEqual([]);
});

test('operations name the permission they need and the token they take', () => {
  const operation = document.paths['/api/v1/roles'].post;
  expect(operation['x-permission']).toBe('roles.create');
  expect(operation.description).toContain('`roles.create`');
  expect(operation.security).toEqual([{ api_access_token: [] }]);
  expect(operation.requestHeaders).toBeUndefined();
});

test('operations name the headers they read, by method', () => {
  expect(parametersOf('/api/v1/roles', 'get')).toEqual(['account-id']);
  expect(parametersOf('/api/v1/roles', 'post')).toEqual(['account-id', 'idempotency-key']);
  expect(parametersOf('/api/v1/roles/{id}', 'patch')).toEqual(['account-id', 'if-match']);
});

test('fields show their bounds, and nothing of how they are checked', () => {
  const { schema } = document.paths['/api/v1/roles'].post.requestBody.content['application/json'];
  expect(schema.properties.name).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description: 'Name of the role, such as `Seller`; its key is made from it',
    examples: ['Seller'],
  });
  expect(schema).toMatchObject({ required: ['name'], additionalProperties: false });
  expect(JSON.stringify(document)).not.toContain('failsWith');
});
