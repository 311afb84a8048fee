/** Numbers that JavaScript cannot hold, in JSON of callers that is stored or passed on. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { objectIn } from '../../../src/core/http/json-body.ts';
import { ACCESS_TOKEN, GLOBAL_KEY } from '../../helpers/app.ts';
import { sharedApp } from '../../helpers/shared.ts';

let number: string;
const app = sharedApp({ env: { MCP_ENABLED: 'true' }, instances: ['shop'] });
beforeAll(async () => {
  number = (await app.call('GET', '/instance/fetchInstances')).body[0].phoneNumberId;
});

const KEY = { apikey: GLOBAL_KEY };
const TOKEN = { api_access_token: ACCESS_TOKEN };

async function post(path: string, headers: Record<string, string>, body: string) {
  const answer = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: answer.status, text: await answer.text() };
}

const ID = '12345678901234567890';

describe('a number that would be changed is refused with its place, wherever it would be stored or passed on', () => {
  test.each<[string, string, Record<string, string>, string]>([
    [
      'config_json of an MCP server',
      '/api/v1/mcp-servers',
      TOKEN,
      `{"name":"a","config_type":"sse","config_json":{"id":${ID}}}`,
    ],
    [
      'a filter of the CRM',
      '/api/v1/webhooks',
      TOKEN,
      `{"url":"https://a.test/","filter":{"data.id":${ID}}}`,
    ],
    [
      'a filter of an endpoint',
      '/webhook/endpoints/shop',
      KEY,
      `{"name":"a","url":"https://a.test/","filter":{"data.id":${ID}}}`,
    ],
    [
      'a template of a transform',
      '/webhook/endpoints/shop',
      KEY,
      `{"name":"a","url":"https://a.test/","transform":{"template":{"id":${ID}}}}`,
    ],
    [
      'rules of a stage',
      '/api/v1/pipelines/00000000-0000-4000-8000-000000000000/pipeline_stages',
      TOKEN,
      `{"pipeline_stage":{"name":"a","custom_fields":{"id":${ID}}}}`,
    ],
    [
      'a delay',
      '/message/sendText/shop',
      KEY,
      `{"number":"5511888880000","text":"a","delay":${ID}}`,
    ],
    ['a number of a phone', '/message/sendText/shop', KEY, `{"number":${ID},"text":"a"}`],
    ['Evolution Go', '/send/text', KEY, `{"number":"5511888880000","text":"a","id":${ID}}`],
  ])('%s', async (_, path, headers, body) => {
    const { status, text } = await post(path, headers, body);
    const column = body.indexOf(ID) + 1;
    expect([status >= 400 && status < 500, text]).toEqual([
      true,
      expect.stringContaining(
        `The number at line 1, column ${column} cannot be kept exactly: send it as a text`,
      ),
    ]);
  });

  test('the Graph API says it in its own form', async () => {
    const body = `{"messaging_product":"whatsapp","to":"5511888880000","type":"text","text":{"body":"a"},"biz_opaque":${ID}}`;
    const headers = { authorization: `Bearer ${GLOBAL_KEY}` };
    const { status, text } = await post(`/graph/v25.0/${number}/messages`, headers, body);
    expect([status, text]).toEqual([400, expect.stringContaining('cannot be kept exactly')]);
  });

  test('agents get it as a failure of their request', async () => {
    const call = `{"jsonrpc":"2.0","id":${ID},"method":"tools/list"}`;
    expect((await post('/mcp', KEY, call)).status).toBe(400);
  });

  test('a form, in the part that is JSON', async () => {
    const form = new FormData();
    form.append('number', '5511888880000');
    form.append('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'a.pdf');
    form.append('mediatype', 'document');
    form.append('quoted', `{"key":{"id":${ID}}}`);
    const answer = await fetch(`${app.url}/message/sendMedia/shop`, {
      method: 'POST',
      headers: KEY,
      body: form,
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('The number at line 1, column 14'),
    ]);
  });
});

test('the field is named, and what is held exactly comes back as it was', async () => {
  const { text } = await post('/api/v1/mcp-servers', TOKEN, `{"config_json":{"a":[{"b":${ID}}]}}`);
  expect(JSON.parse(text).error.hint).toBe('It is the value of config_json.a.0.b');
  const held =
    '{"int":9007199254740992,"dec":0.1,"neg":-1.5,"exp":1e+22,"text":"12345678901234567890"}';
  const made = await post(
    '/api/v1/mcp-servers',
    TOKEN,
    `{"name":"held","config_type":"sse","config_json":${held}}`,
  );
  expect([made.status, made.text]).toEqual([201, expect.stringContaining(held)]);
});

test('of two fields with one name the last counts, as in JavaScript', () => {
  expect(objectIn('{"a":1,"a":2}', 13)).toEqual({ a: 2 });
});

test('what a platform sends is never refused for a number: its digits become a text', () => {
  const text = `{"entry":[{"message_template_id":28042134152070567,"ok":1.5,"toString":${ID}}]}`;
  const body = objectIn(text, text.length, 'texts');
  expect(JSON.stringify(body)).toBe(
    `{"entry":[{"message_template_id":"28042134152070567","ok":1.5,"toString":"${ID}"}]}`,
  );
});
