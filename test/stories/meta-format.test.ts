/** Webhooks of an official number leave in Meta's form as Meta sent them, but for what the page on that form says. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mediaIdOf } from '../../src/core/webhooks/format/meta-errors.ts';
import { graphMessages } from '../doubles/graph/messages.ts';
import { startGraph } from '../doubles/graph/server.ts';
import {
  type Customer,
  change,
  contactOf,
  messageFrom,
  ofNumber,
  postWebhook,
  textFrom,
} from '../doubles/graph/webhooks.ts';
import { type RunningApp, startApp } from '../helpers/app.ts';
import { type MetaReceiver, startMetaReceiver } from '../helpers/meta-receiver.ts';
import { until } from '../helpers/until.ts';

type Node = Record<string, unknown>;

const SECRET = 'the-secret-of-the-app';
const ANA = { number: '5511987654321', bsuid: 'BR.1349', name: 'Ana' } satisfies Customer;
const PUBLIC_URL = 'https://gate.example.com';
const SENT_AT = '1767612000';

let app: RunningApp;
let inbox: MetaReceiver;
let stop: () => Promise<void>;
let phoneNumberId: string;
let businessAccountId: string;
let number: string;

beforeAll(async () => {
  const graph = await startGraph(graphMessages().part);
  inbox = await startMetaReceiver('a-verify-token');
  app = await startApp({
    env: {
      ...{ META_GRAPH_URL: graph.url, META_APP_SECRET: SECRET, HISTORY_EVENTS: 'true' },
      PUBLIC_URL,
    },
  });
  const account = graph.world.addAccount();
  ({ phoneNumberId, businessAccountId, number } = account);
  await app.call('POST', '/instance/create', {
    ...{ instanceName: 'shop', provider: 'whatsapp-cloud', ...account, number: undefined },
  });
  const made = await app.call('POST', '/webhook/endpoints/shop', {
    ...{ name: 'inbox', url: inbox.url, format: 'whatsapp-cloud', verifyToken: 'a-verify-token' },
  });
  expect(made.status).toBe(201);
  inbox.secret = made.body.secret;
  stop = async () => {
    await app.stop();
    await inbox.stop();
    await graph.stop();
  };
});
afterAll(() => stop());

/** Has Meta say something of the number, or of its account, and returns the changes that arrive of it. */
async function through(field: string, value: Node, count: number) {
  const before = inbox.changes().length;
  await postWebhook(
    `${app.url}/provider/whatsapp-cloud/webhook`,
    change(field, value, businessAccountId),
    SECRET,
  );
  await until('it has left again', () => inbox.changes().length >= before + count);
  return inbox.changes().slice(before);
}

/** As Meta sends it, but for the number, which has only digits here. */
const asSent = (value: Node) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: number, phone_number_id: phoneNumberId },
  ...value,
});

const contacts = [contactOf(ANA)];
const from = (node: Node) => messageFrom(ANA, node);
const FILE = { mime_type: 'image/jpeg', sha256: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k=' };

/** Messages of a person that leave as they came. */
const UNCHANGED: readonly (readonly [what: string, message: Node])[] = [
  ['a text with letters outside of ASCII', textFrom(ANA, 'Olá 👋')],
  [
    'an answer that was forwarded often',
    {
      ...textFrom(ANA, 'Yes'),
      context: { from: '551155550100', id: 'wamid.unknown', frequently_forwarded: true },
    },
  ],
  [
    'a text after an advertisement',
    {
      ...textFrom(ANA, 'How much?'),
      referral: {
        source_url: 'https://fb.me/a',
        source_id: '120',
        source_type: 'ad',
        headline: 'Chairs',
        body: 'Half price',
        media_type: 'image',
        image_url: 'https://example.com/a.jpg',
        ctwa_clid: 'Aff',
      },
    },
  ],
  [
    'a place',
    from({
      type: 'location',
      location: { latitude: -23.5, longitude: -46.6, name: 'Shop', address: 'Street 1' },
    }),
  ],
  [
    'cards of contacts',
    from({
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Bo, Li', first_name: 'Bo', last_name: 'Li' },
          phones: [{ phone: '+55 11 99999-0000', wa_id: '5511999990000', type: 'CELL' }],
          emails: [{ email: 'bo@example.com' }],
          urls: [{ url: 'https://example.com' }],
          org: { company: 'Shop' },
        },
      ],
    }),
  ],
  ['a reaction', from({ type: 'reaction', reaction: { message_id: 'wamid.a', emoji: '👍' } })],
  [
    'a reaction that was taken back',
    from({ type: 'reaction', reaction: { message_id: 'wamid.a' } }),
  ],
  [
    'a tap on a button',
    from({
      type: 'interactive',
      interactive: { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } },
    }),
  ],
  [
    'a row of a list',
    from({
      type: 'interactive',
      interactive: {
        type: 'list_reply',
        list_reply: { id: 'a', title: 'A', description: 'First' },
      },
    }),
  ],
  [
    'a filled form',
    from({
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"a":1}' },
      },
    }),
  ],
  [
    'an answer to a request to call',
    from({
      type: 'interactive',
      interactive: {
        type: 'call_permission_reply',
        call_permission_reply: { response: 'accept', is_permanent: false },
      },
    }),
  ],
  ['a button of a template', from({ type: 'button', button: { payload: 'stop', text: 'Stop' } })],
  [
    'an order',
    from({
      type: 'order',
      order: {
        catalog_id: 'c',
        text: 'Please',
        product_items: [
          { product_retailer_id: 'a', quantity: 2, item_price: 1.5, currency: 'BRL' },
        ],
      },
    }),
  ],
  ['a deletion', from({ type: 'revoke', revoke: { original_message_id: 'wamid.a' } })],
  [
    'an edit',
    from({
      type: 'edit',
      edit: { original_message_id: 'wamid.a', message: { type: 'text', text: { body: 'New' } } },
    }),
  ],
  [
    'what Meta does not support',
    from({
      type: 'unsupported',
      unsupported: { type: 'poll' },
      errors: [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown' }],
    }),
  ],
  ['a kind that has no words here', from({ type: 'request_welcome' })],
  ['a message in a group', { ...textFrom(ANA, 'To all'), group_id: 'Y2FwaV9ncm91cA' }],
];

test.each(UNCHANGED)('%s leaves as it came', async (_, message) => {
  const [arrived] = await through(
    'messages',
    ofNumber({ contacts, messages: [message] }, phoneNumberId),
    1,
  );
  expect(arrived).toEqual({ field: 'messages', value: asSent({ contacts, messages: [message] }) });
});

test.each(['image', 'video', 'audio', 'document', 'sticker'])(
  'a file of the kind %s has the id that the Graph API here takes, and its address here',
  async (type) => {
    const kind = { audio: { voice: true }, sticker: { animated: false } };
    const node = {
      ...FILE,
      ...kind[type as keyof typeof kind],
      ...(type === 'document' && { filename: 'a.pdf' }),
    };
    const message = from({
      type,
      [type]: { ...node, id: '1234567', url: 'https://lookaside.fbsbx.com/a' },
    });
    const [arrived] = await through(
      'messages',
      ofNumber({ contacts, messages: [message] }, phoneNumberId),
      1,
    );
    const id = mediaIdOf(String(message.id));
    const file = { ...node, id, url: `${PUBLIC_URL}/graph/v26.0/${id}/bytes` };
    expect(arrived?.value).toEqual(asSent({ contacts, messages: [{ ...message, [type]: file }] }));
  },
);

test('messages of one webhook leave one by one, in their order', async () => {
  const messages = ['1', '2', '3'].map((body) => textFrom(ANA, body));
  const arrived = await through('messages', ofNumber({ contacts, messages }, phoneNumberId), 3);
  expect(arrived.map(({ value }) => value)).toEqual(
    messages.map((one) => asSent({ contacts, messages: [one] })),
  );
});

test('what was typed on the phone, and what another app has, leave by their fields', async () => {
  const own = { ...textFrom({ number }, 'On my way'), to: ANA.number };
  const echoes = ofNumber({ message_echoes: [own] }, phoneNumberId);
  expect(await through('smb_message_echoes', echoes, 1)).toEqual([
    { field: 'smb_message_echoes', value: asSent({ message_echoes: [own] }) },
  ]);
  const messages = [textFrom(ANA, 'To the other app')];
  expect(await through('standby', ofNumber({ contacts, messages }, phoneNumberId), 1)).toEqual([
    { field: 'standby', value: asSent({ contacts, messages }) },
  ]);
});

test('the history leaves in shares of one message', async () => {
  const metadata = { phase: 0, chunk_order: 1, progress: 10 };
  const theirs = {
    ...textFrom({ number: ANA.number }, 'Long ago'),
    history_context: { status: 'READ' },
  };
  const ours = { ...textFrom({ number }, 'Our answer'), to: ANA.number };
  const share = (...messages: Node[]) => ({
    history: [{ metadata, threads: [{ id: ANA.number, messages }] }],
  });
  const sent = {
    ...ofNumber(share(theirs, ours), phoneNumberId),
    metadata: { display_phone_number: number, phone_number_id: phoneNumberId },
  };
  expect(await through('history', sent, 2)).toEqual(
    [theirs, ours].map((one) => ({ field: 'history', value: asSent(share(one)) })),
  );
});

const status = (word: string, rest: Node = {}): Node => ({
  ...{ id: `wamid.${word}`, status: word, timestamp: SENT_AT, recipient_id: ANA.number, ...rest },
});

test('statuses of what another application of the number sent: delivered, read and failed', async () => {
  const errors = [
    {
      code: 131047,
      title: 'Re-engagement message',
      message: 'Re-engagement message',
      error_data: { details: 'More than 24 hours have passed' },
      href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
    },
  ];
  const statuses = [status('delivered'), status('read'), status('failed', { errors })];
  const arrived = await through('messages', ofNumber({ statuses }, phoneNumberId), 3);
  expect(arrived.map(({ value }) => value)).toEqual(
    statuses.map((one) => asSent({ statuses: [one] })),
  );
});

test('in a group each member has a status', async () => {
  const read = status('read', {
    ...{ recipient_id: 'Y2FwaV9ncm91cA', recipient_type: 'group' },
    recipient_participant_id: ANA.number,
  });
  const [arrived] = await through('messages', ofNumber({ statuses: [read] }, phoneNumberId), 1);
  expect(arrived?.value).toEqual(asSent({ statuses: [read] }));
});

test('statuses of a message that was sent through the instance have the id that the caller knows', async () => {
  // Whoever has just written may be answered.
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const messages = [{ ...textFrom(ANA, 'Hello?'), timestamp }];
  await through('messages', ofNumber({ contacts, messages }, phoneNumberId), 1);
  const before = inbox.changes().length;
  const { body } = await app.call('POST', '/message/sendText/shop', {
    ...{ number: ANA.number, text: 'Hello', callbackData: 'order 7' },
  });
  const { id } = body.key;
  const pricing = { billable: true, pricing_model: 'PMP', category: 'service', type: 'regular' };
  const conversation = {
    ...{ id: 'C1', expiration_timestamp: '1767698400', origin: { type: 'service' } },
  };
  const named = { id: body.platformId, biz_opaque_callback_data: id };
  const sent = status('sent', { ...named, conversation, pricing });
  await through('messages', ofNumber({ statuses: [sent] }, phoneNumberId), 1);
  const own = inbox
    .changes()
    .slice(before)
    .flatMap(({ value }) => value.statuses ?? []);
  expect(own.at(-1)).toEqual({ ...sent, id, biz_opaque_callback_data: 'order 7' });
});

test('calls leave without what would be needed to answer them', async () => {
  const call = {
    ...{ id: 'wacid.1', from: ANA.number, to: number, from_user_id: ANA.bsuid },
    ...{ event: 'connect', timestamp: SENT_AT, direction: 'USER_INITIATED' },
  };
  const session = { sdp_type: 'offer', sdp: 'v=0' };
  const [arrived] = await through(
    'calls',
    ofNumber({ contacts, calls: [{ ...call, session }] }, phoneNumberId),
    1,
  );
  const { from_user_id: _, ...known } = call;
  expect(arrived?.value).toEqual(asSent({ calls: [known] }));
});

test('a template that was approved leaves as it came', async () => {
  const approved = {
    ...{ event: 'APPROVED', reason: 'NONE', message_template_id: 1689556908129832 },
    ...{ message_template_name: 'order_ready', message_template_language: 'en' },
  };
  expect(await through('message_template_status_update', approved, 1)).toEqual([
    { field: 'message_template_status_update', value: approved },
  ]);
});

/** What Meta says of the number, or of its account, besides messages. */
const NOTICES: readonly (readonly [field: string, value: () => Node])[] = [
  [
    'account_update',
    () => ({
      ...{ event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
      waba_info: { waba_id: businessAccountId, owner_business_id: '4242' },
    }),
  ],
  [
    'phone_number_quality_update',
    () => ({
      ...{ display_phone_number: number, event: 'UPGRADE' },
      ...{ old_limit: 'TIER_1K', current_limit: 'TIER_10K' },
      max_daily_conversations_per_business: 'TIER_10K',
    }),
  ],
  [
    'phone_number_name_update',
    () => ({
      ...{ display_phone_number: number, decision: 'APPROVED' },
      ...{ requested_verified_name: 'Café', rejection_reason: null },
    }),
  ],
  ['account_review_update', () => ({ decision: 'APPROVED' })],
  [
    'account_alerts',
    () => ({
      entity_type: 'WABA',
      entity_id: businessAccountId,
      alert_info: {
        ...{ alert_severity: 'WARNING', alert_status: 'ACTIVE', alert_type: 'OBA_APPROVED' },
        alert_description: 'The account may be verified',
      },
    }),
  ],
  [
    'business_capability_update',
    () => ({ max_daily_conversation_per_phone: 10_000, max_phone_numbers_per_business: 25 }),
  ],
  [
    'user_preferences',
    () =>
      ofNumber(
        {
          contacts,
          user_preferences: [
            {
              ...{ wa_id: ANA.number, category: 'marketing_messages', value: 'stop' },
              ...{ detail: 'User requested to stop marketing messages', timestamp: SENT_AT },
            },
          ],
        },
        phoneNumberId,
      ),
  ],
  ['a_field_that_meta_adds', () => ({ anything: [1, { b: 'ç' }] })],
];

test.each(NOTICES)('%s leaves as it came', async (field, make) => {
  const value = make();
  expect(await through(field, value, 1)).toEqual([{ field, value }]);
});

test('what is said of another number of the account is not told of this one', async () => {
  const ofAnother = { display_phone_number: '551155550199', event: 'DOWNGRADE' };
  const ofAll = { decision: 'REJECTED' };
  const url = `${app.url}/provider/whatsapp-cloud/webhook`;
  const said = change('phone_number_quality_update', ofAnother, businessAccountId);
  expect((await postWebhook(url, said, SECRET)).status).toBe(200);
  expect(await through('account_review_update', ofAll, 1)).toEqual([
    { field: 'account_review_update', value: ofAll },
  ]);
});

test('nothing of all this was signed wrongly', () => {
  expect(inbox.forged()).toBe(0);
});
