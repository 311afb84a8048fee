/** Forms (flows), and files above choices, by the path of the Graph API on each platform. */
import { expect, test } from 'bun:test';
import { formAnswer } from '../../helpers/played-content.ts';
import { failure, stagesOfEach } from './stages.ts';

const stages = stagesOfEach();
const ANA = '5511888880000';

const PARAMETERS = {
  flow_message_version: '3',
  flow_id: '1234567890',
  flow_cta: 'Fill in',
  flow_token: 'order-7',
  flow_action: 'navigate',
  flow_action_payload: { screen: 'ADDRESS', data: { city: 'Recife' } },
  mode: 'draft',
};
const flow = (parameters: object = {}, more: object = {}) => ({
  ...{ messaging_product: 'whatsapp', to: ANA, type: 'interactive' },
  interactive: {
    type: 'flow',
    header: { type: 'text', text: 'Delivery' },
    body: { text: 'Where?' },
    footer: { text: 'Shop' },
    action: { name: 'flow', parameters: { ...PARAMETERS, ...parameters } },
    ...more,
  },
});

test('a form reaches Meta as it came in', async () => {
  const { graph, phoneNumberId, messages } = stages.meta;
  const { status } = await graph('POST', `/${phoneNumberId}/messages`, flow());
  expect(status).toBe(200);
  expect(messages.sent.at(-1)?.body).toMatchObject({ interactive: flow().interactive });
});

test('somebody of the sandbox fills the form in, which keeps the token and the fields', async () => {
  const { graph, call, phoneNumberId } = stages.sandbox;
  const { status, body } = await graph('POST', `/${phoneNumberId}/messages`, flow());
  expect(status).toBe(200);
  const about = body.messages[0].id;
  const filled = formAnswer(ANA, about, { city: 'Olinda', flow_token: 'order-7' });
  expect((await call('POST', '/sandbox/shop/event', filled)).status).toBe(200);
  const { events } = (await call('GET', '/event/find/shop?event=Message&limit=500')).body;
  const { nativeFlowResponseMessage } = events.at(-1).data.Message.interactiveResponseMessage;
  expect(JSON.parse(nativeFlowResponseMessage.paramsJson)).toEqual({
    city: 'Olinda',
    flow_token: 'order-7',
  });
});

test('131051 a form through a paired phone, with what to do instead', async () => {
  const { graph, phoneNumberId } = stages.phone;
  const { status, body } = await graph('POST', `/${phoneNumberId}/messages`, flow());
  expect([status, body]).toEqual([400, failure(131051, 'Paired phones do not send forms')]);
});

test.each([
  ['both an id and a name', { flow_name: 'order' }, 'flow_id or flow_name must be given'],
  ['neither', { flow_id: undefined }, 'flow_id or flow_name must be given'],
  ['no words on the button', { flow_cta: '' }, 'flow_cta is required'],
  ['a token that is too long', { flow_token: 'x'.repeat(513) }, 'flow_token must have 1-512'],
  ['data without a screen', { flow_action_payload: { data: { a: 1 } } }, 'screen is required'],
  ['no data in an object', { flow_action_payload: { screen: 'A', data: {} } }, 'data must be an'],
  [
    '64 KB of data',
    { flow_action_payload: { screen: 'A', data: { a: 'x'.repeat(65_536) } } },
    'data must have at most 16384',
  ],
  ['a screen beside data_exchange', { flow_action: 'data_exchange' }, 'screen must be absent'],
  ['an unknown action', { flow_action: 'open' }, 'flow_action must be one of navigate'],
  ['an unknown mode', { mode: 'new' }, 'mode must be one of published, draft'],
])('100 a form with %s, and Meta is not asked', async (_, wrong, said) => {
  const { graph, phoneNumberId, messages } = stages.meta;
  const before = messages.sent.length;
  const { status, body } = await graph('POST', `/${phoneNumberId}/messages`, flow(wrong));
  expect([status, body]).toEqual([400, failure(100, said)]);
  expect(messages.sent.length).toBe(before);
});

test.each([
  ['another version', flow({ flow_message_version: '2' }), 'flow_message_version must be 3'],
  ['an audio above it', flow({}, { header: { type: 'audio' } }), 'interactive.header must be'],
])('131009 a form with %s', async (_, message, said) => {
  const { graph, phoneNumberId } = stages.meta;
  const { status, body } = await graph('POST', `/${phoneNumberId}/messages`, message);
  expect([status, body]).toEqual([400, failure(131009, said)]);
});
