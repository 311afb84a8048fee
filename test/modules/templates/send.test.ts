/** Sending templates through a running sandbox. */
import { beforeAll, describe, expect, test } from 'bun:test';
import { sharedApp } from '../../helpers/shared.ts';

let key: string;
const app = sharedApp();
beforeAll(async () => {
  key = await app.openInstance('shop');
  await app.call('POST', '/instance/create', { instanceName: 'phone', provider: 'whatsapp' });
  await app.call('POST', '/instance/create', { instanceName: 'closed' });
  for (const name of ['shop', 'closed'])
    expect((await app.call('POST', `/template/create/${name}`, TEMPLATE)).status).toBe(201);
});

const TEMPLATE = {
  name: 'order_ready',
  language: 'pt_BR',
  category: 'UTILITY',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Good news' },
    {
      type: 'BODY',
      text: 'Order {{1}} is ready, {{2}}.',
      example: { body_text: [['A-17', 'Ana']] },
    },
    { type: 'FOOTER', text: 'The shop' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Thanks' },
        { type: 'URL', text: 'Track', url: 'https://a.test/{{1}}', example: ['A-17'] },
      ],
    },
  ],
};
const ANA = '5511888880000';
const text = (value: string) => ({ type: 'text', text: value });
const FILLED = [
  { type: 'body', parameters: [text('B-18'), text('Bob')] },
  { type: 'button', sub_type: 'url', index: '1', parameters: [text('B-18')] },
];
const BODY = { number: ANA, name: 'order_ready', language: 'pt_BR', components: FILLED };
const send = (body: object, name = 'shop', as?: string) =>
  app.call('POST', `/message/sendTemplate/${name}`, { ...BODY, ...body }, as);
const sent = async () => (await app.call('GET', '/sandbox/shop/sent')).body;

const SAID = {
  name: 'order_ready',
  language: 'pt_BR',
  text: 'Good news\nOrder B-18 is ready, Bob.\nThe shop',
  hydratedTemplate: {
    hydratedTitleText: 'Good news',
    hydratedContentText: 'Order B-18 is ready, Bob.',
    hydratedFooterText: 'The shop',
    hydratedButtons: [
      { index: 0, quickReplyButton: { displayText: 'Thanks', id: 'Thanks' } },
      { index: 1, urlButton: { displayText: 'Track', url: 'https://a.test/B-18' } },
    ],
  },
};

describe('POST /message/sendTemplate/:instanceName', () => {
  test('201 with the text that its reader sees, which its event has too', async () => {
    const { status, body } = await send({}, 'shop', key);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'PENDING',
      messageType: 'templateMessage',
      message: { templateMessage: SAID },
    });
    const { body: found } = await app.call('GET', '/event/find/shop?event=SendMessage');
    expect(found.events.at(-1).data).toMatchObject({
      Info: { ID: body.key.id, Type: 'text' },
      Message: { templateMessage: SAID },
    });
    expect((await sent()).at(-1)).toMatchObject({ id: body.key.id, kind: 'template' });
    const { body: hits } = await app.call(
      'GET',
      '/message/search/shop?query=%22B-18%20is%20ready%22',
    );
    const records: { key: { id: string } }[] = hits.messages.records;
    expect(records.map((record) => record.key.id)).toContain(body.key.id);
  });

  test('201 answers a message, and waits in the queue like any other', async () => {
    const { body: first } = await send({});
    const { status, body } = await send({ quoted: { key: { id: first.key.id } } });
    expect([status, body.message.templateMessage.contextInfo.stanzaId]).toEqual([
      201,
      first.key.id,
    ]);
    const scheduleAt = new Date(Date.now() + 3_600_000).toISOString();
    const { body: later } = await send({ scheduleAt });
    expect(later).toMatchObject({ status: 'QUEUED', message: { templateMessage: SAID } });
    const waiting = await app.call('GET', `/message/scheduled/shop/${later.key.id}`);
    expect(waiting.body).toMatchObject({ kind: 'template' });
  });

  test('201 in the fields and the older form of Evolution API', async () => {
    const { components, name, language } = BODY;
    const older = {
      number: ANA,
      templateMessage: { name, language: { code: language }, components },
    };
    const { status, body } = await app.call('POST', '/message/sendTemplate/shop', older);
    expect([status, body.message.templateMessage.text]).toEqual([201, SAID.text]);
    expect((await send({ webhookUrl: '', delay: 0, linkPreview: false })).status).toBe(201);
  });

  test.each<[string, object, string]>([
    ['no name', { name: undefined }, 'name is required'],
    ['a name that is no text', { name: 5 }, 'name must be the name of a template'],
    ['no language', { language: undefined }, 'language must be a code'],
    ['a language that is none', { language: { code: 5 } }, 'language must be a code'],
    [
      'a number that is none',
      { number: 'Ana' },
      'number must be a phone number with its country code',
    ],
    ['missing parameters', { components: undefined }, 'components must hold a body with 2'],
    ['components that are no list', { components: {} }, 'components must be an array'],
    ['a webhook of its own', { webhookUrl: 'https://a.test' }, 'webhookUrl is not taken'],
  ])('400 %s, and nothing is sent', async (_, body, reason) => {
    const before = (await sent()).length;
    const answer = await send(body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.error.message).toContain(reason);
    expect((await sent()).length).toBe(before);
  });

  test('404 a template that is not there, and an answer to a message that is not', async () => {
    expect((await send({ name: 'unknown' })).body.error.message).toBe(
      'template unknown in pt_BR not found',
    );
    expect((await send({ language: 'en' })).body.error.message).toBe(
      'template order_ready in en not found: it is there in pt_BR',
    );
    expect((await send({ quoted: { key: { id: 'NONE' } } })).status).toBe(404);
  });

  test('409 a template that the platform has paused, until it is approved again', async () => {
    const { name, language } = BODY;
    const [{ id }] = (await app.call('GET', '/template/find/shop')).body;
    const review = (more: object) => {
      const data = { ID: id, Name: name, Language: language, ...more };
      return app.call('POST', '/sandbox/shop/event', { event: 'TemplateUpdate', data });
    };
    expect((await review({ Status: 'PAUSED', Quality: 'RED', Reason: 'Reported' })).status).toBe(
      200,
    );
    const answer = await send({});
    expect([answer.status, answer.body.error.message]).toEqual([
      409,
      'template order_ready in pt_BR is PAUSED: only approved ones can be sent',
    ]);
    const [shown] = (await app.call('GET', '/template/find/shop')).body;
    expect(shown).toMatchObject({ status: 'PAUSED', quality_score: 'RED' });
    await review({ Status: 'APPROVED' });
    expect((await send({})).status).toBe(201);
    const { body } = await app.call('GET', '/event/find/shop?event=TemplateUpdate');
    const about = { ID: shown.id, Name: name, Language: language, Category: null };
    expect(body.events.map(({ data }: { data: object }) => data)).toEqual([
      { ...about, Status: 'PAUSED', Quality: 'RED', Reason: 'Reported' },
      { ...about, Status: 'APPROVED', Quality: null, Reason: null },
    ]);
  });

  test('409 an instance that is not connected', async () => {
    expect((await send({}, 'closed')).status).toBe(409);
  });

  test('401 without a key, 403 with that of another instance, 404 an unknown one', async () => {
    expect((await send({}, 'shop', '')).status).toBe(401);
    expect((await send({}, 'phone', key)).status).toBe(403);
    expect((await send({}, 'nobody')).status).toBe(404);
  });
});
