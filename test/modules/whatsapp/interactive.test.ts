/** Buttons, lists, carousels and Pix through a paired phone: their form on the wire, and the taps that come back. */
import { afterEach, describe, expect, test } from 'bun:test';
import type { NativeButton, PhoneContent } from '../../../src/core/providers/interactive.ts';
import type { OutgoingContent } from '../../../src/core/providers/outgoing.ts';
import { formRefusal } from '../../doubles/whatsapp/choices.ts';
import { at, type BinaryNode, stanza } from '../../doubles/whatsapp/stanzas.ts';
import { until } from '../../helpers/until.ts';
import { ANA, endAll, type OpenedStage, opened } from './opened-stage.ts';

afterEach(endAll);

const YES: NativeButton = { type: 'reply', text: 'Yes', id: 'y' };
const BUTTONS: PhoneContent = {
  kind: 'native_buttons',
  header: 'Order 17',
  text: 'Is it right?',
  footer: 'Corner Shop',
  buttons: [
    YES,
    { type: 'url', text: 'Open', url: 'https://shop.example/17' },
    { type: 'copy', text: 'Copy', code: 'A17' },
  ],
};
const LIST: PhoneContent = {
  kind: 'list',
  text: 'Fruit',
  label: 'Choose',
  sections: [{ title: 'Fresh', rows: [{ id: 'a', title: 'Apple', description: 'red' }] }],
};
const PIX: PhoneContent = {
  kind: 'pix',
  text: 'Order 17',
  name: 'Corner Shop',
  keyType: 'email',
  key: 'pay@shop.example',
  currency: 'BRL',
  reference: 'A1B2C3',
};

async function say({ session, ana, whatsapp, phone }: OpenedStage, content: OutgoingContent) {
  const sent = await session.send({ number: ANA, content });
  const received = await ana.receives(({ id }) => id === sent.id);
  const node = await whatsapp.hears(
    phone,
    ({ tag, attrs }) => tag === 'message' && attrs.id === sent.id,
  );
  return { ...received, sent, business: at(node, 'biz') };
}

const CONTROL = {
  tag: 'quality_control',
  attrs: { decision_id: expect.stringMatching(/^[0-9a-f]{40}$/), source_type: 'third_party' },
  content: [{ tag: 'decision_source', attrs: { value: 'df' } }],
};
const ATTRIBUTES = {
  actual_actors: '2',
  host_storage: '2',
  privacy_mode_ts: expect.stringMatching(/^\d{10}$/),
};
const NATIVE = {
  tag: 'interactive',
  attrs: { type: 'native_flow', v: '1' },
  content: [{ tag: 'native_flow', attrs: { v: '9', name: 'mixed' } }],
};

test('buttons go in the form that phones show, with a new decision for each message', async () => {
  const made = await opened();
  const { message, business, isShown } = await say(made, BUTTONS);
  expect(business).toEqual({ tag: 'biz', attrs: ATTRIBUTES, content: [NATIVE, CONTROL] });
  expect(isShown).toBe(true);
  const { header, body, footer, nativeFlowMessage } = message.interactiveMessage!;
  expect([header?.title, body?.text, footer?.text]).toEqual([
    'Order 17',
    'Is it right?',
    'Corner Shop',
  ]);
  expect(
    nativeFlowMessage?.buttons?.map(({ name, buttonParamsJson }) => [
      name,
      JSON.parse(buttonParamsJson!),
    ]),
  ).toEqual([
    ['quick_reply', { display_text: 'Yes', id: 'y' }],
    [
      'cta_url',
      {
        display_text: 'Open',
        url: 'https://shop.example/17',
        merchant_url: 'https://shop.example/17',
      },
    ],
    ['cta_copy', { display_text: 'Copy', copy_code: 'A17' }],
  ]);
  const again = await say(made, BUTTONS);
  const decisionOf = (node: typeof business) => at(node, 'quality_control')?.attrs.decision_id;
  expect(decisionOf(again.business)).not.toBe(decisionOf(business));
  expect(made.whatsapp.complaints).toEqual([]);
});

test('a list and Pix go with what belongs to them, and a text with nothing', async () => {
  const made = await opened();
  const list = await say(made, LIST);
  const form = { tag: 'list', attrs: { type: 'product_list', v: '2' } };
  expect(list.business).toEqual({ tag: 'biz', attrs: ATTRIBUTES, content: [form, CONTROL] });
  expect(list.message.listMessage).toMatchObject({ listType: 1, buttonText: 'Choose' });
  const pix = await say(made, PIX);
  expect(pix.business).toEqual({ tag: 'biz', attrs: { native_flow_name: 'payment_info' } });
  const [button] = pix.message.interactiveMessage!.nativeFlowMessage!.buttons!;
  expect(button?.name).toBe('payment_info');
  expect(JSON.parse(button!.buttonParamsJson!)).toMatchObject({
    currency: 'BRL',
    reference_id: 'A1B2C3',
    payment_settings: [
      {
        type: 'pix_static_code',
        pix_static_code: {
          merchant_name: 'Corner Shop',
          key: 'pay@shop.example',
          key_type: 'EMAIL',
        },
      },
    ],
  });
  const order = await say(made, { ...PIX, amount: 1_250 });
  expect(order.business).toEqual({ tag: 'biz', attrs: { native_flow_name: 'order_details' } });
  const [pay] = order.message.interactiveMessage!.nativeFlowMessage!.buttons!;
  expect(pay?.name).toBe('review_and_pay');
  expect(JSON.parse(pay!.buttonParamsJson!)).toMatchObject({
    total_amount: { value: 1_250, offset: 100 },
    order: { items: [{ name: 'Order 17', quantity: 1, amount: { value: 1_250, offset: 100 } }] },
  });
  expect([list.isShown, pix.isShown, order.isShown]).toEqual([true, true, true]);
  const text = await say(made, { kind: 'text', text: 'hi' });
  expect(text.business).toBeUndefined();
});

test('a group gets them in the same form', async () => {
  const made = await opened();
  const { session, ana, phone, whatsapp } = made;
  const group = ana.creates({ subject: 'Crew', members: [phone] });
  await made.settled();
  const { id } = await session.send({ number: group.jid, content: BUTTONS });
  expect(await ana.receives((one) => one.id === id)).toMatchObject({ isShown: true });
  expect(whatsapp.complaints).toEqual([]);
});

describe('a message with files above its texts', () => {
  const bytes = Buffer.from('any picture');
  const carousel: PhoneContent = {
    kind: 'carousel',
    text: 'Today',
    cards: [
      {
        header: 'Bread',
        text: 'Fresh',
        file: { kind: 'image', bytes, mimetype: 'image/png' },
        buttons: [YES],
      },
      {
        text: 'See it',
        file: { kind: 'video', bytes, mimetype: 'video/mp4' },
        buttons: [{ type: 'call', text: 'Call', phoneNumber: '+5511999990000' }],
      },
    ],
  };

  test('has them uploaded, so that whoever gets it can open them', async () => {
    const made = await opened();
    const { message, business, isShown, ...received } = await say(made, carousel);
    expect(business?.content).toEqual([NATIVE, CONTROL]);
    expect(isShown).toBe(true);
    const { body, carouselMessage } = message.interactiveMessage!;
    expect(body?.text).toBe('Today');
    expect(carouselMessage?.messageVersion).toBe(1);
    const headers = carouselMessage!.cards!.map(({ header }) => header!);
    expect(headers.map((one) => one.hasMediaAttachment)).toEqual([true, true]);
    for (const header of headers)
      expect(made.ana.opens({ ...received, isShown, message: header }).equals(bytes)).toBe(true);
    const stored = made.host.messages.at(-1)!;
    expect(Buffer.from(stored.content!).includes(bytes)).toBe(false);
  });

  test('is not sent when one of them cannot be uploaded', async () => {
    const made = await opened();
    made.whatsapp.media.uploadRefusal = 500;
    const reason = await made.session
      .send({ number: ANA, content: carousel })
      .then(String, (error) => `${error.reason}: ${error.message}`);
    expect(reason).toContain('upstream: the file could not be handed over, and nothing was sent');
    expect(made.host.messages).toEqual([]);
    expect(made.ana.received).toEqual([]);
  });
});

test('a tap on a button, a card or a row is told in one shape, with what it answers', async () => {
  const made = await opened();
  const { ana, phone, message } = made;
  const tapped = async (id: string, choice: string) =>
    (await message(await ana.taps(phone, id, choice))).data.Message;
  const buttons = await say(made, BUTTONS);
  expect(await tapped(buttons.sent.id, 'y')).toMatchObject({
    interactiveResponseMessage: { contextInfo: { stanzaId: buttons.sent.id } },
    button_reply: { id: 'y', title: 'Yes' },
  });
  const list = await say(made, LIST);
  expect(await tapped(list.sent.id, 'a')).toMatchObject({
    listResponseMessage: { contextInfo: { stanzaId: list.sent.id } },
    list_reply: { id: 'a', title: 'Apple', description: 'red' },
  });
});

describe('WhatsApp judges a message by what is beside it', () => {
  const refusalOf = (...nodes: BinaryNode[]) => formRefusal(stanza('message', {}, nodes));

  test('and the double refuses the old forms as it was measured', () => {
    const bare = stanza('interactive', { type: 'native_flow', v: '1' });
    expect(refusalOf(stanza('biz', {}, [stanza('buttons')]))).toBe(405);
    expect(refusalOf(stanza('biz', {}, [bare]))).toBe(479);
    expect(refusalOf()).toBeNull();
  });

  test.each([405, 473, 479])('a refusal with %i is told with its number', async (code) => {
    const { whatsapp, session, host } = await opened();
    whatsapp.answerMessages((node) => (at(node, 'biz') ? code : null));
    const { id } = await session.send({ number: ANA, content: BUTTONS });
    await until('it is told', () => host.statuses.some((one) => one.id === id));
    expect(host.statuses.find((one) => one.id === id)).toMatchObject({ status: 'Error', code });
  });
});
