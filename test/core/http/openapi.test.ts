import { describe, expect, test } from 'bun:test';
import SwaggerParser from '@apidevtools/swagger-parser';
import { validate } from '@readme/openapi-parser';
import { Type } from '@sinclair/typebox';
import { noComponents } from '../../../src/core/http/openapi-components.ts';
import { plainSchema, shownAsRequired } from '../../../src/core/http/openapi-schema.ts';
import { resolved } from '../../helpers/api-document.ts';
import { sampleServer } from './sample-server.ts';

const { ask, app } = sampleServer();
app.ws('/instance/ws', { message() {}, detail: { summary: 'Live events' } });
const document = async () => resolved((await ask('GET /swagger/json')).json);
const operation = async (path: string, method: string) => (await document()).paths[path][method];

describe('the document', () => {
  test('200 JSON, OpenAPI 3.1, the same each time', async () => {
    const { status, headers, text, json } = await ask('GET /swagger/json');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain('application/json');
    expect(json).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Gatehouse', version: '1.2.3' },
    });
    expect((await ask('GET /swagger/json')).text).toBe(text);
  });

  test('swagger-parser accepts it', async () => {
    await SwaggerParser.validate(await document());
  });

  test('openapi-parser accepts it', async () => {
    expect(await validate(await document())).toMatchObject({ valid: true });
  });

  test('every route is in it, the docs themselves are not', async () => {
    const { paths, 'x-websockets': sockets } = await document();
    const listed = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed).toContain('DELETE /api/v1/mcp-servers/{id}');
    expect(Object.keys(sockets)).toEqual(['/instance/ws']);
    expect(listed).toContain('GET /metrics');
    expect(listed.filter((one) => one.includes('swagger'))).toEqual([]);
    expect(listed).not.toContain('GET /');
  });

  test('an operation has its tag, summary, credential, parameters and body', async () => {
    const { tags, securitySchemes } = await document().then(({ tags, components }) => ({
      tags,
      securitySchemes: components.securitySchemes,
    }));
    expect(tags).toContainEqual({ name: 'Instances' });
    expect(securitySchemes).toMatchObject({
      apikey: { type: 'apiKey', in: 'header', name: 'apikey' },
      api_access_token: { type: 'apiKey', in: 'header', name: 'api_access_token' },
    });
    const settings = await operation('/instance/settings/{instanceName}', 'post');
    expect(settings).toMatchObject({
      tags: ['Instances'],
      summary: 'Settings',
      security: [{ apikey: [] }],
      parameters: [
        { name: 'instanceName', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'limit', in: 'query', schema: { type: 'string' } },
      ],
      requestBody: { required: true },
    });
    expect(Object.keys(settings.requestBody.content)).toEqual(['application/json']);
  });

  test('a body whose fields are all optional is optional', async () => {
    expect((await operation('/instance/connect', 'post')).requestBody.required).toBe(false);
  });

  test('answers are described per status, failures with the codes of that route', async () => {
    const { responses } = await operation('/api/v1/permissions', 'get');
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '429', '500', '503']);
    const codeAt = (status: string) =>
      responses[status].content['application/json'].schema.properties.error.properties.code.const;
    expect([codeAt('400'), codeAt('401'), codeAt('500')]).toEqual([
      'VALIDATION_ERROR',
      'INVALID_TOKEN',
      'INTERNAL_ERROR',
    ]);
  });

  test('204 has no content, text is text, a WebSocket is 101', async () => {
    const deleted = await operation('/api/v1/mcp-servers/{id}', 'delete');
    expect(deleted.responses['204'].content).toBeUndefined();
    const metrics = await operation('/metrics', 'get');
    expect(Object.keys(metrics.responses['200'].content)).toEqual(['text/plain']);
    const { 'x-websockets': sockets } = await document();
    expect(Object.keys(sockets['/instance/ws'].responses)).toEqual(['101']);
  });

  test('a closed object stays closed, a named schema is a component', async () => {
    const { responses } = await operation('/instance/state/{instanceName}', 'get');
    expect(responses['200'].content['application/json'].schema.additionalProperties).toBe(false);
    const { components } = await document();
    expect(components.schemas.Settings.properties.mode).toEqual({
      type: 'string',
      enum: ['fast', 'safe'],
    });
  });

  test('nothing of ours is left in it', async () => {
    const { text } = await ask('GET /swagger/json');
    for (const word of ['$id', 'failsWith', '"wrapper"']) expect(text).not.toContain(word);
  });
});

describe('a document of many operations', () => {
  test('has each failure, each named schema and each common parameter once', async () => {
    const { json } = await ask('GET /swagger/json');
    const { responses } = json.paths['/instance/state/{instanceName}'].get;
    expect(responses[401]).toEqual({ $ref: '#/components/responses/Unauthorized' });
    expect(json.components.responses.Unauthorized.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/UnauthorizedFailure',
    });
    const { examples } = json.components.schemas.UnauthorizedFailure;
    expect(examples[0].error.code).toBe('UNAUTHORIZED');
    expect(json.components.responses.Unauthorized.description).toContain('Send `apikey`');
    expect(json.components.parameters.InstanceNamePath).toMatchObject({ name: 'instanceName' });
  });
});

test('a query field that its handler demands is shown as required', async () => {
  const { app: fresh, ask: askFresh } = sampleServer();
  const query = Type.Object({ word: shownAsRequired({ description: 'What to find' }) });
  fresh.get('/find', ({ query: { word } }) => word ?? 'nothing', { query });
  const { paths } = (await askFresh('GET /swagger/json')).json;
  const [word] = paths['/find'].get.parameters;
  expect(word).toMatchObject({ name: 'word', in: 'query', required: true });
  expect(word.schema).toEqual({ type: 'string' });
  expect((await askFresh('GET /find')).text).toBe('nothing');
});

test('calling an operation changes nothing in the document', async () => {
  const answer = Type.Object({ done: Type.Boolean() }, { $id: 'DoneOrNot' });
  const served = () => {
    const { app: fresh, ask: askFresh } = sampleServer();
    fresh.get('/done', () => ({ done: true }), { response: { 200: answer } });
    return askFresh;
  };
  const [first, second] = [served(), served()];
  const before = (await first('GET /swagger/json')).text;
  expect((await first('GET /done')).status).toBe(200);
  expect((await second('GET /swagger/json')).text).toBe(before);
});

describe('a schema', () => {
  test('shows fields that are named like keywords', () => {
    const schema = Type.Object({ $id: Type.String(), wrapper: Type.String(), anyOf: Type.Null() });
    expect(
      Object.keys((plainSchema(schema, noComponents()) as { properties: object }).properties),
    ).toEqual(['$id', 'wrapper', 'anyOf']);
  });
  test('under a name that another one has is an error', () => {
    const sink = noComponents();
    plainSchema(Type.String({ $id: 'A' }), sink);
    expect(plainSchema(Type.String({ $id: 'A' }), sink)).toEqual({
      $ref: '#/components/schemas/A',
    });
    expect(() => plainSchema(Type.Integer({ $id: 'A' }), sink)).toThrow('two different schemas');
  });
});
