/** Buttons and lists through a paired phone: shown and tapped, or refused and sent as something else, as one message. */
import { afterEach, describe, expect, test } from 'bun:test';
import { type Receiver, startReceiver } from '../doubles/receiver.ts';
import { startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { at } from '../doubles/whatsapp/stanzas.ts';
import { startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';
import { pairInstance, whatsAppVariables } from '../helpers/whatsapp.ts';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

const ANA = '5511888880000';
const BUTTONS = {
  number: ANA,
  title: 'Order 17',
  description: 'Is it right?',
  buttons: [
    { type: 'reply', displayText: 'Yes', id: 'y' },
    { type: 'reply', displayText: 'No', id: 'n' },
  ],
};
const TEXT = '*Order 17*\nIs it right?\n\n1. Yes\n2. No';
const TRY = { interactive: 'try' };

async function begin(environment: Record<string, string> = {}) {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const receiver = await startReceiver();
  const app = await startApp({ env: { ...whatsAppVariables(whatsapp), ...environment } });
  running.push(whatsapp, receiver, app);
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: ANA, name: 'Ana' });
  await pairInstance(app.call, 'shop', phone);
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: `${receiver.url}/hook` });
  const refuse = (code: number) =>
    whatsapp.answerMessages((message) => (at(message, 'biz') ? code : null));
  const statusOf = async (id: string) => (await app.call('GET', `/message/status/shop/${id}`)).body;
  const ask = (path: string, body: object) => app.call('POST', `${path}/shop`, body);
  return { whatsapp, receiver, app, phone, ana, refuse, statusOf, ask };
}

const eventsOf = (receiver: Receiver, event: string) =>
  receiver.requests.map(({ body }) => JSON.parse(body)).filter((one) => one.event === event);

test('buttons are shown, their tap is told in one shape, and their status says as what they went', async () => {
  const { receiver, phone, ana, ask, statusOf } = await begin();
  const { status, body } = await ask('/message/sendButtons', { ...BUTTONS, ...TRY });
  expect([status, body.messageType]).toEqual([201, 'interactiveMessage']);
  const { id } = body.key;
  expect(await ana.receives((one) => one.id === id)).toMatchObject({ isShown: true });
  await ana.taps(phone, id, 'n');
  await until('the tap arrives', () => eventsOf(receiver, 'Message').length === 1);
  expect(eventsOf(receiver, 'Message')[0].data.Message).toMatchObject({
    interactiveResponseMessage: { contextInfo: { stanzaId: id } },
    button_reply: { id: 'n', title: 'No' },
  });
  await until('it is delivered', async () => (await statusOf(id)).status === 'Delivered');
  expect(await statusOf(id)).toMatchObject({
    form: 'interactive',
    history: [{ status: 'Pending', form: 'interactive' }, {}, { status: 'Delivered' }],
  });
  await until('each step is told', () => eventsOf(receiver, 'MessageStatus').length === 2);
  expect(eventsOf(receiver, 'MessageStatus').map(({ data }) => [data.Status, data.Form])).toEqual([
    ['ServerAck', 'interactive'],
    ['Delivered', 'interactive'],
  ]);
});

describe('refused by WhatsApp', () => {
  test.each([405, 473, 479])(
    'with %i, a numbered text goes under the same id, and the status goes on',
    async (code) => {
      const { receiver, app, ana, refuse, ask, statusOf } = await begin();
      refuse(code);
      const { id } = (await ask('/message/sendButtons', { ...BUTTONS, ...TRY })).body.key;
      expect(await ana.receives((one) => one.id === id)).toMatchObject({ text: TEXT });
      await until('it is delivered', async () => (await statusOf(id)).status === 'Delivered');
      const { code: last, reason, form, history } = await statusOf(id);
      expect([last, reason, form]).toEqual([null, null, 'text']);
      expect(history).toMatchObject([
        { status: 'Pending', form: 'interactive' },
        { status: 'Pending', form: 'text', code },
        { status: 'ServerAck' },
        { status: 'Delivered' },
      ]);
      await until('each step is told', () => eventsOf(receiver, 'MessageStatus').length === 2);
      expect(eventsOf(receiver, 'MessageStatus').map(({ data }) => data)).toMatchObject([
        { ID: id, Status: 'ServerAck', Code: null, Form: 'text' },
        { ID: id, Status: 'Delivered', Form: 'text' },
      ]);
      expect(eventsOf(receiver, 'SendMessage')).toHaveLength(1);
      expect(ana.received).toHaveLength(1);
      const where = { where: { key: { id } } };
      const { records } = (await app.call('POST', '/chat/findMessages/shop', where)).body.messages;
      expect(records).toMatchObject([{ key: { id }, message: { conversation: TEXT } }]);
      const { steps } = (await app.call('GET', `/message/explain/shop/${id}`)).body;
      expect(JSON.stringify(steps)).toContain(`WhatsApp refused its form with code ${code}`);
    },
    20_000,
  );

  test('a poll goes where one was wanted, and its votes count under the id of the buttons', async () => {
    const { phone, ana, refuse, ask, receiver } = await begin();
    refuse(479);
    const wanted = { ...BUTTONS, ...TRY, fallback: 'poll' };
    const { id } = (await ask('/message/sendButtons', wanted)).body.key;
    const { message } = await ana.receives((one) => one.id === id);
    expect(message.pollCreationMessageV3?.name).toBe('Order 17\nIs it right?');
    const secret = message.messageContextInfo!.messageSecret!;
    const seal = { secret, author: phone.person.lid, writer: ana.person.lid };
    await ana.votes(phone, id, ['No'], seal);
    await until('the vote is told', () => eventsOf(receiver, 'Message').length === 1);
    const poll = { message: { key: { id } }, remoteJid: `${ANA}@s.whatsapp.net` };
    const { body } = await ask('/chat/getPollVote', poll);
    expect(JSON.stringify(body)).toContain(`${ANA}@s.whatsapp.net`);
  });

  test('as well as what was sent in its place, it ends as an error', async () => {
    const { ana, whatsapp, ask, statusOf, receiver } = await begin();
    whatsapp.answerMessages(() => 479);
    const { id } = (await ask('/message/sendButtons', { ...BUTTONS, ...TRY })).body.key;
    await until('it has ended', async () => (await statusOf(id)).status === 'Error');
    expect(await statusOf(id)).toMatchObject({ code: 479, form: 'text' });
    expect(ana.received).toEqual([]);
    expect(eventsOf(receiver, 'MessageStatus')).toMatchObject([
      { data: { ID: id, Status: 'Error', Code: 479, Form: 'text' } },
    ]);
  });

  test('for another reason, it is refused as any message', async () => {
    const { ana, refuse, ask, statusOf } = await begin();
    refuse(420);
    const { id } = (await ask('/message/sendButtons', { ...BUTTONS, ...TRY })).body.key;
    await until('it has ended', async () => (await statusOf(id)).status === 'Error');
    expect(await statusOf(id)).toMatchObject({ code: 420, form: 'interactive' });
    expect(ana.received).toEqual([]);
  });
});

test('INTERACTIVE_ON_PHONES tries them without a word in the body, in both families', async () => {
  const { app, ana, ask } = await begin({ INTERACTIVE_ON_PHONES: 'true' });
  const { id } = (await ask('/message/sendButtons', BUTTONS)).body.key;
  expect(await ana.receives((one) => one.id === id)).toMatchObject({ isShown: true });
  const { apikey } = (await app.call('POST', '/instance/key/rotate/shop')).body;
  const list = {
    number: ANA,
    title: 'Fruit',
    buttonText: 'Choose',
    sections: [{ title: 'Fresh', rows: [{ title: 'Apple', rowId: 'a' }] }],
  };
  const answer = await app.call('POST', '/send/list', list, apikey);
  expect(answer.status).toBe(200);
  const sent = await ana.receives((one) => one.id === answer.body.data.Info.ID);
  expect([sent.isShown, sent.message.listMessage?.buttonText]).toEqual([true, 'Choose']);
});
