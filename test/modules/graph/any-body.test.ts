/** Any body by the path of messages: it is sent, or refused as Meta refuses, and never a fault of the service. */
import { beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { sharedApp } from '../../helpers/shared.ts';

let key: string;
let at: string;
let known: string;
const app = sharedApp({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
beforeAll(async () => {
  key = await app.openInstance('shop');
  at = `/graph/v25.0/${(await app.call('GET', '/instance/fetchInstances')).body[0].phoneNumberId}/messages`;
  const { body } = await app.call('POST', '/sandbox/shop/message', {
    kind: 'text',
    from: '5511999990000',
    text: 'Hi',
  });
  known = body.messageId;
});

const anything = fc.jsonValue({ maxDepth: 3 });
/** What belongs there, or anything else. */
const mostly = (...right: unknown[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...right) }, { weight: 1, arbitrary: anything });
const object = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    { weight: 1, arbitrary: anything },
  );
const list = (one: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: fc.array(one, { maxLength: 3 }) }, anything);
const text = mostly('Hello', '', null, 'x'.repeat(300));
const messageId = fc.oneof(
  fc.constant(null).map(() => known),
  mostly('GONE', ''),
);
const file = object({
  // Nothing is fetched: the network guard refuses it.
  link: mostly('http://127.0.0.1:9/a.png', ''),
  id: mostly(null, '1'),
  caption: text,
  filename: text,
  voice: mostly(true, false),
});
const words = object({ type: mostly('text', 'image'), text, image: file });
const interactive = object({
  type: mostly('button', 'list', 'cta_url', 'flow', 'product', 'constructor'),
  header: words,
  body: words,
  footer: words,
  action: object({
    name: text,
    button: text,
    buttons: list(object({ type: mostly('reply'), reply: object({ id: text, title: text }) })),
    sections: list(object({ title: text, rows: list(object({ id: text, title: text })) })),
    parameters: object({ display_text: text, url: mostly('https://shop.example.com/') }),
  }),
});
const TYPES = [
  ...['text', 'image', 'video', 'audio', 'document', 'sticker', 'location', 'contacts'],
  ...['reaction', 'interactive', 'template', 'poll', '__proto__', 'toString'],
];
const message = fc.record(
  {
    messaging_product: mostly('whatsapp'),
    recipient_type: mostly('individual', 'group', undefined),
    to: mostly('5511999990000', '120363000000000001', '+55 (11) 99999-0000', 5511999990000),
    recipient: mostly('BR.13491208655302741918', undefined),
    type: mostly(...TYPES),
    text: object({ body: text, preview_url: mostly(true, false) }),
    image: file,
    video: file,
    audio: file,
    document: file,
    sticker: file,
    location: object({ latitude: mostly(1.5, '2', 200), longitude: mostly(2), name: text }),
    contacts: list(
      object({
        name: object({ formatted_name: text }),
        phones: list(object({ phone: mostly('+55 11 98888-0000'), wa_id: text })),
        org: object({ company: text }),
      }),
    ),
    reaction: object({ message_id: messageId, emoji: mostly('👍', '', 'no') }),
    interactive,
    template: object({
      name: text,
      language: object({ code: mostly('en') }),
      components: list(object({ type: mostly('body'), parameters: list(anything) })),
    }),
    context: object({ message_id: messageId }),
    biz_opaque_callback_data: mostly('x', 'x'.repeat(513)),
    status: mostly(undefined, undefined, undefined, 'read'),
    message_id: messageId,
    typing_indicator: object({ type: mostly('text') }),
  },
  { requiredKeys: ['messaging_product', 'to'] },
);

const SENT = { messaging_product: 'whatsapp', messages: [{ id: expect.any(String) }] };
const FAILURE = {
  message: expect.stringMatching(/^\(#\d+\) /),
  type: 'OAuthException',
  code: expect.any(Number),
  error_data: { messaging_product: 'whatsapp', details: expect.stringMatching(/\S/) },
  fbtrace_id: expect.any(String),
};

/** How often each status was answered. */
const answered = new Map<number, number>();

async function isAnswered(body: unknown): Promise<void> {
  const { status, body: answer } = await app.call('POST', at, body, null, {
    authorization: `Bearer ${key}`,
  });
  answered.set(status, (answered.get(status) ?? 0) + 1);
  if (status !== 200) {
    expect(answer).toEqual({ error: expect.objectContaining(FAILURE) });
    expect(Math.floor(status / 100)).toBe(4);
  } else if (answer.success !== true) expect(answer).toMatchObject(SENT);
}

test('of a message with parts that are right and parts that are anything', async () => {
  await fc.assert(fc.asyncProperty(message, isAnswered), { numRuns: 500 });
  // Both must happen for the test to say anything.
  for (const status of [200, 400]) expect(answered.get(status) ?? 0).toBeGreaterThan(3);
}, 60_000);

test('of anything', async () => {
  await fc.assert(fc.asyncProperty(anything, isAnswered), { numRuns: 150 });
}, 60_000);
