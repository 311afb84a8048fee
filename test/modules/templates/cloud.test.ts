/** Templates of an instance of the official API, over a Graph API of the tests. */
import { beforeEach, describe, expect, test } from 'bun:test';
import { graphError } from '../../doubles/graph/answers.ts';
import { graphMessages } from '../../doubles/graph/messages.ts';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import { graphTemplates } from '../../doubles/graph/templates.ts';
import { change, postWebhook } from '../../doubles/graph/webhooks.ts';
import { shared, sharedApp } from '../../helpers/shared.ts';

let account: ReturnType<GraphDouble['world']['addAccount']>;
let name: string;
let instances = 0;
const meta = graphTemplates();
const messages = graphMessages();
const double = shared(() => startGraph(meta.part, messages.part));
const app = sharedApp(() => ({ env: { META_GRAPH_URL: double.url, META_APP_SECRET: 'secret' } }));
beforeEach(async () => {
  account = double.world.addAccount();
  name = `shop${++instances}`;
  const { number: _, ...ids } = account;
  const created = { instanceName: name, provider: 'whatsapp-cloud', ...ids };
  expect((await app.call('POST', '/instance/create', created)).status).toBe(201);
});

const COMPONENTS = [
  { type: 'BODY', text: 'Order {{1}} is ready.', example: { body_text: [['A-17']] } },
];
const add = (fields: object = {}) =>
  meta.add(account.businessAccountId, { name: 'order_ready', components: COMPONENTS, ...fields });
const find = (query = '') => app.call('GET', `/template/find/${name}${query}`);
const create = (more: object = {}) =>
  app.call('POST', `/template/create/${name}`, {
    ...{ name: 'welcome', language: 'en', category: 'UTILITY' },
    ...{ components: [{ type: 'body', text: 'Welcome to the shop' }] },
    ...more,
  });
const NUMBER = '5511988887777';
const send = (more: object = {}) =>
  app.call('POST', `/message/sendTemplate/${name}`, {
    ...{ number: NUMBER, name: 'order_ready', language: 'en' },
    components: [{ type: 'body', parameters: [{ type: 'text', text: 'B-18' }] }],
    ...more,
  });

describe('the templates of an account', () => {
  test('200 are all listed, page after page, also before anybody is written to', async () => {
    for (let index = 0; index < 250; index++) add({ name: `t_${index}` });
    const { status, body } = await find();
    expect([status, body.length]).toEqual([200, 250]);
    expect(body[0]).toEqual({
      ...{ id: expect.any(String), name: 't_0', language: 'en', category: 'UTILITY' },
      ...{ status: 'APPROVED', components: COMPONENTS, parameter_format: 'POSITIONAL' },
      ...{ message_send_ttl_seconds: null, quality_score: null, rejected_reason: null },
      ...{ created_at: null, updated_at: null },
    });
    const pages = double.requests.filter(({ path }) => path.endsWith('/message_templates'));
    expect(pages.map(({ query }) => query.get('after'))).toEqual([null, '100', '200']);
    for (const { query } of pages) expect(query.has('access_token')).toBe(false);
  });

  test('200 with refresh=true are those of this moment', async () => {
    expect((await find()).body).toEqual([]);
    add();
    expect((await find()).body).toEqual([]);
    expect((await find('?refresh=true')).body).toHaveLength(1);
  });

  test('502 are never an empty list where Meta cannot be asked, and Meta’s reason is told', async () => {
    add();
    double.order('GET', '/message_templates', graphError(200, { message: '(#200) Not allowed' }));
    const { status, body } = await find();
    const message =
      'Meta: (#200) Not allowed. Grant the token the permissions that this call needs.';
    expect([status, body.error]).toEqual([
      502,
      {
        code: 'UPSTREAM_ERROR',
        reason: 'meta_failed',
        message,
        parameters: { text: message },
        docs: '/docs/errors#upstream-error',
      },
    ]);
    expect((await find()).body).toHaveLength(1);
  });

  test('201 are created there by the rules that the sandbox has, and reviewed', async () => {
    const { status, body } = await create({ message_send_ttl_seconds: 60 });
    expect([status, body.status, body.message_send_ttl_seconds]).toEqual([201, 'PENDING', 60]);
    expect(meta.all.get(body.id)?.fields).toMatchObject({
      components: [{ type: 'BODY', text: 'Welcome to the shop' }],
      message_send_ttl_seconds: 60,
    });
    const before = double.requests.length;
    const refused = await create({ components: [{ type: 'BODY', text: '{{1}}' }] });
    expect([refused.status, double.requests.length]).toEqual([400, before]);
  });

  test('409 are there once for each language, and 400 says what Meta does not like', async () => {
    await create();
    const again = await create();
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'Meta refuses: (#100) There is already en content for this template.',
    ]);
    const disliked = await create({ name: 'forbidden_one' });
    expect([disliked.status, disliked.body.error.message]).toEqual([
      400,
      'Meta: (#100) This template has too many variables for its length.',
    ]);
  });

  test('200 are as a signed webhook says, at once', async () => {
    const id = add();
    expect((await find()).body).toMatchObject([{ status: 'APPROVED' }]);
    const about = { message_template_id: Number(id), message_template_name: 'order_ready' };
    const paused = { ...about, message_template_language: 'en', event: 'PAUSED', reason: 'NONE' };
    const webhook = change('message_template_status_update', paused, account.businessAccountId);
    const url = `${app.url}/provider/whatsapp-cloud/webhook`;
    expect((await postWebhook(url, webhook, 'secret')).status).toBe(200);
    expect((await find()).body).toMatchObject([{ status: 'PAUSED' }]);
    expect((await send()).status).toBe(409);
  });

  test('200 are edited and deleted there', async () => {
    const id = add();
    const edit = { templateId: id, components: [{ type: 'BODY', text: 'It is here' }] };
    const edited = await app.call('POST', `/template/edit/${name}`, edit);
    expect([edited.status, edited.body.status]).toEqual([200, 'PENDING']);
    const removal = { name: 'order_ready' };
    const removed = await app.call('DELETE', `/template/delete/${name}`, removal);
    expect([removed.status, meta.all.has(id)]).toEqual([200, false]);
    expect((await app.call('DELETE', `/template/delete/${name}`, removal)).status).toBe(404);
  });
});

describe('POST /message/sendTemplate', () => {
  test('201 goes to Meta as it takes it, and is shown as its reader sees it', async () => {
    add();
    const { status, body } = await send();
    expect(status).toBe(201);
    expect(body.message.templateMessage).toMatchObject({
      name: 'order_ready',
      text: 'Order B-18 is ready.',
    });
    expect(messages.sent.at(-1)?.body).toMatchObject({
      to: NUMBER,
      type: 'template',
      template: {
        name: 'order_ready',
        language: { code: 'en' },
        components: [{ type: 'body', parameters: [{ type: 'text', text: 'B-18' }] }],
      },
    });
  });

  test('400, 404 and 409 send nothing', async () => {
    add({ name: 'paused', status: 'PAUSED' });
    add();
    const before = messages.sent.length;
    expect((await send({ components: [] })).status).toBe(400);
    expect((await send({ language: 'de' })).status).toBe(404);
    expect((await send({ name: 'paused' })).status).toBe(409);
    expect(messages.sent.length).toBe(before);
  });

  test('502 sends nothing when it is not known which templates there are', async () => {
    add();
    const before = messages.sent.length;
    double.order('GET', '/message_templates', graphError(10));
    const { status, body } = await send();
    expect([status, body.error.code]).toEqual([502, 'UPSTREAM_ERROR']);
    expect(messages.sent.length).toBe(before);
  });
});
