/** Messages by the path of the Graph API through an instance of the official API: in by Meta's form, out by it again. */
import { beforeAll, expect, test } from 'bun:test';
import { SAMPLES } from '../../../src/modules/sandbox/invented-values.ts';
import { graphError } from '../../doubles/graph/answers.ts';
import { startGraphMedia } from '../../doubles/graph/media.ts';
import { graphMessages } from '../../doubles/graph/messages.ts';
import { startGraph } from '../../doubles/graph/server.ts';
import {
  change,
  contactOf,
  ofNumber,
  postWebhook,
  textFrom,
} from '../../doubles/graph/webhooks.ts';
import { respond, startReceiver } from '../../doubles/receiver.ts';
import { shared, sharedApp } from '../../helpers/shared.ts';
import { until } from '../../helpers/until.ts';

const SECRET = 'the-secret-of-the-app';
const ANA = { number: '5511999990000', bsuid: 'BR.13491208655302741918', name: 'Ana' };
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let key: string;
let ids: { readonly phoneNumberId: string; readonly businessAccountId: string };
const messages = graphMessages();
const media = shared(startGraphMedia);
const graph = shared(() => startGraph(messages.part, media.part));
const files = shared(startReceiver);
const app = sharedApp(() => ({
  env: {
    META_GRAPH_URL: graph.url,
    META_APP_SECRET: SECRET,
    WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32',
  },
}));
beforeAll(async () => {
  const { number: _, ...account } = graph.world.addAccount();
  ids = account;
  const body = { instanceName: 'official', provider: 'whatsapp-cloud', ...account };
  key = (await app.call('POST', '/instance/create', body)).body.apikey;
});

const post = (body: object) =>
  app.call(
    'POST',
    `/graph/v25.0/${ids.phoneNumberId}/messages`,
    { messaging_product: 'whatsapp', to: ANA.number, ...body },
    null,
    { authorization: `Bearer ${key}` },
  );
const seconds = () => `${Math.floor(Date.now() / 1000)}`;
const last = () => messages.sent.at(-1)?.body;

/** Ana writes; returns Meta's id of it once it is stored. */
async function written(): Promise<string> {
  const id = `wamid.${crypto.randomUUID()}`;
  const message = textFrom(ANA, 'Hi', { id, timestamp: seconds() });
  const value = ofNumber({ contacts: [contactOf(ANA)], messages: [message] }, ids.phoneNumberId);
  await postWebhook(
    `${app.url}/provider/whatsapp-cloud/webhook`,
    change('messages', value, ids.businessAccountId),
    SECRET,
  );
  return id;
}

test('its ids are those at Meta', async () => {
  const [listed] = (await app.call('GET', '/instance/fetchInstances')).body;
  expect([listed.phoneNumberId, listed.wabaId]).toEqual([ids.phoneNumberId, ids.businessAccountId]);
});

const INTERACTIVE = {
  header: { type: 'text', text: 'Delivery' },
  body: { text: 'When?' },
  footer: { text: 'Shop' },
};
const CARD = {
  name: { formatted_name: 'Dr. Ana Souza', first_name: 'Ana', last_name: 'Souza', prefix: 'Dr.' },
  org: { company: 'Shop', department: 'Sales', title: 'Head' },
  birthday: '1990-12-31',
  phones: [
    { phone: '+55 11 98888-0000', type: 'CELL', wa_id: '5511988880000' },
    { phone: '0800 1234', type: 'WORK' },
  ],
  emails: [{ email: 'ana@shop.example.com', type: 'WORK' }, { email: 'ana@example.com' }],
  urls: [{ url: 'https://shop.example.com', type: 'WORK' }, { url: 'https://ana.example.com' }],
  addresses: [
    {
      ...{ street: 'Street 1', city: 'Recife', state: 'PE', zip: '50000-000' },
      ...{ country: 'Brazil', country_code: 'BR', type: 'HOME' },
    },
    { city: 'Olinda' },
  ],
};
/** What is sent as it is: type and content. */
const UNCHANGED: readonly [string, object][] = [
  [
    'contacts',
    [CARD, { name: { formatted_name: 'Bo', first_name: 'Bo' }, phones: [{ phone: '1' }] }],
  ],
  ['location', { latitude: 1.5, longitude: 2, name: 'Shop', address: 'Street 1' }],
  [
    'interactive',
    {
      ...INTERACTIVE,
      type: 'button',
      action: {
        buttons: [
          { type: 'reply', reply: { id: 'mon', title: 'Monday' } },
          { type: 'reply', reply: { id: 'tue', title: 'Tuesday' } },
        ],
      },
    },
  ],
  [
    'interactive',
    {
      ...INTERACTIVE,
      type: 'list',
      action: {
        button: 'Choose',
        sections: [{ title: 'Week', rows: [{ id: 'mon', title: 'Monday', description: 'early' }] }],
      },
    },
  ],
  [
    'interactive',
    {
      ...INTERACTIVE,
      type: 'cta_url',
      action: {
        name: 'cta_url',
        parameters: { display_text: 'See', url: 'https://shop.example.com/' },
      },
    },
  ],
];

test.each(UNCHANGED)(
  '200 a message of the type %s reaches Meta as it came in',
  async (type, content) => {
    const { status, body } = await post({ type, [type]: content });
    expect([status, body.contacts]).toEqual([200, [{ input: ANA.number, wa_id: ANA.number }]]);
    expect(last()).toMatchObject({ to: ANA.number, type, [type]: content });
  },
);

test('200 a text, a picture by its link, an answer and a reaction', async () => {
  const message_id = await written();
  await post({ type: 'text', text: { body: 'Yes' }, context: { message_id } });
  expect(last()).toMatchObject({ text: { body: 'Yes' }, context: { message_id } });
  files.script(respond(200, { headers: { 'content-type': 'image/png' }, body: PNG }));
  await post({ type: 'image', image: { link: `${files.url}/a.png`, caption: 'New' } });
  expect(last()).toMatchObject({ type: 'image', image: { caption: 'New' } });
  await post({ type: 'reaction', reaction: { message_id, emoji: '👍' } });
  expect(last()).toMatchObject({ reaction: { message_id, emoji: '👍' } });
});

const HEADED = [
  {
    type: 'button',
    action: { buttons: [{ type: 'reply', reply: { id: 'mon', title: 'Monday' } }] },
  },
  {
    type: 'cta_url',
    action: {
      name: 'cta_url',
      parameters: { display_text: 'See', url: 'https://shop.example.com/' },
    },
  },
  {
    type: 'flow',
    action: { name: 'flow', parameters: { flow_id: '1234567890', flow_cta: 'Fill in' } },
  },
] as const;
const ABOVE: readonly [string, string, Uint8Array, object][] = [
  ['image', 'image/png', PNG, {}],
  ['video', 'video/mp4', SAMPLES.video.bytes, {}],
  ['document', 'application/pdf', SAMPLES.document.bytes, { filename: 'plan.pdf' }],
];

for (const choices of HEADED)
  test.each(ABOVE)(
    `200 ${choices.type} below the %s of a link, which Meta is handed over`,
    async (kind, mimetype, bytes, more) => {
      const answer = { headers: { 'content-type': mimetype }, body: Buffer.from(bytes) };
      files.script(respond(200, answer));
      const header = { type: kind, [kind]: { link: `${files.url}/above`, ...more } };
      const interactive = { ...INTERACTIVE, ...choices, header };
      const { status } = await post({ type: 'interactive', interactive });
      expect(status).toBe(200);
      // biome-ignore lint/suspicious/noExplicitAny: it is what Meta was sent.
      const sent = last()?.interactive as any;
      const { id } = sent.header[kind];
      expect(sent).toMatchObject({
        ...{ body: INTERACTIVE.body, footer: INTERACTIVE.footer, ...choices },
        header: { type: kind, [kind]: { id, ...more } },
      });
      const handed = media.uploaded.get(id);
      expect([handed?.mimetype, handed?.bytes.length]).toEqual([mimetype, bytes.length]);
    },
  );

test.each([
  ['a picture above a list', 'list', { type: 'image', image: { link: 'https://a.example/a.png' } }],
  [
    'a sound above buttons',
    'button',
    { type: 'audio', audio: { link: 'https://a.example/a.ogg' } },
  ],
])('131009 %s, and Meta is not asked', async (_, type, header) => {
  const before = messages.sent.length;
  const row = { id: 'mon', title: 'Monday' };
  const action = {
    ...{ button: 'Open', sections: [{ title: 'Week', rows: [row] }] },
    buttons: [{ type: 'reply', reply: row }],
  };
  const interactive = { ...INTERACTIVE, type, header, action };
  const { status, body } = await post({ type: 'interactive', interactive });
  expect([status, body.error.code]).toEqual([400, 131009]);
  expect(messages.sent.length).toBe(before);
});

test('200 to the id that a person has for the business', async () => {
  const { status, body } = await post({
    to: undefined,
    recipient: ANA.bsuid,
    text: { body: 'Hello' },
  });
  expect([status, body.contacts]).toEqual([200, [{ input: ANA.bsuid, user_id: ANA.bsuid }]]);
  expect(last()).toMatchObject({ recipient: ANA.bsuid });
});

test('{success: true} for a read mark with typing, which Meta gets', async () => {
  const message_id = await written();
  const { status, body } = await post({
    status: 'read',
    message_id,
    typing_indicator: { type: 'text' },
  });
  expect([status, body]).toEqual([200, { success: true }]);
  expect(messages.read).toContainEqual({ messageId: message_id, isTyping: false });
  expect(messages.read.at(-1)?.isTyping).toBe(true);
});

test('what Meta refuses leaves with the code and details of Meta', async () => {
  const refusal = { message: '(#131049) Not sent', details: 'to keep people well' };
  graph.order('POST', '/messages', graphError(131049, refusal));
  const { body } = await post({ text: { body: 'Hello' } });
  expect(body.error).toMatchObject({
    code: 131049,
    error_data: { details: 'to keep people well' },
  });
});

test('the data of the caller comes back with what Meta tells of the message', async () => {
  const { body } = await post({ text: { body: 'Hello' }, biz_opaque_callback_data: 'order 7' });
  const [{ id }] = body.messages;
  const wamid = messages.sent.at(-1)?.wamid;
  const status = { id: wamid, status: 'delivered', timestamp: seconds(), recipient_id: ANA.number };
  await postWebhook(
    `${app.url}/provider/whatsapp-cloud/webhook`,
    change('messages', ofNumber({ statuses: [status] }, ids.phoneNumberId), ids.businessAccountId),
    SECRET,
  );
  const told = async () =>
    (await app.call('GET', '/event/find/official?event=MessageStatus&limit=500')).body.events
      .filter((one: { data: { ID: string } }) => one.data.ID === id)
      .map((one: { data: { CallbackData: string } }) => one.data.CallbackData);
  await until('Meta has told of it', async () => (await told()).includes('order 7'));
  expect(new Set(await told())).toEqual(new Set(['order 7']));
});
