/** Explanations in the whole product: from a message to what its receiver answered. */
import { beforeAll, expect, test } from 'bun:test';
import { respond, startReceiver } from '../../../doubles/receiver.ts';
import { shared, sharedApp } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

const FROM = '5511988887777';

const receiver = shared(startReceiver);
const app = sharedApp({
  env: { EVENT_IGNORE_GROUP: 'true', WEBHOOK_RETRY_DELAY_MS: '1000' },
  instances: ['shop'],
});
beforeAll(async () => {
  const events = ['Message', 'MessageStatus'];
  await app.call('POST', '/webhook/set/shop', { enabled: true, url: receiver.url, events });
});

const slowApp = sharedApp({ env: { SEND_PER_MINUTE: '1' }, instances: ['slow'] });

const explain = async (id: string) => (await app.call('GET', `/message/explain/shop/${id}`)).body;
const arrive = async (fields: object) => {
  const body = { kind: 'text', from: FROM, text: 'hi', ...fields };
  return (await app.call('POST', '/sandbox/shop/message', body)).body.messageId as string;
};
const says = async (id: string, sentence: RegExp) => {
  await until(`it says ${sentence}`, async () => sentence.test((await explain(id)).sentence));
  return explain(id);
};

test('a message that came says which endpoint got it, after which failure', async () => {
  receiver.script(respond(500, { body: 'out of order' }));
  const id = await arrive({});
  await says(id, /the webhook http.* has not got it after 1 attempt /);
  const { sentence, steps } = await says(id, /the webhook http.* got it at .* and answered 200\.$/);
  expect(sentence).toStartWith('It was received as event ');
  const whats = steps.map(({ what }: { what: string }) => what).join('\n');
  expect(whats).toContain('failed: ');
  expect(whats).toContain('with the answer "out of order".');
  expect(whats).toMatch(/Attempt 2 to give the Message event to the webhook .*: it answered 200\./);
});

test('a message of a group that is ignored says by which setting', async () => {
  const id = await arrive({ group: '120363000000000001' });
  await says(id, /EVENT_IGNORE_GROUP is set/);
});

test('a message that was sent says how far it came, and who was given its statuses', async () => {
  const sent = await app.call('POST', '/message/sendText/shop', { number: FROM, text: 'hello' });
  const { id } = sent.body.key;
  const { steps } = await says(id, /It was delivered to a device of the recipient at /);
  const whats = steps.map(({ what }: { what: string }) => what).join('\n');
  expect(whats).toContain('The platform took it.');
  expect(whats).toMatch(/Attempt 1 to give the MessageStatus event to the webhook/);
});

test('a message that was refused says why', async () => {
  await app.call('POST', '/sandbox/shop/ack', { code: 479, times: 1 });
  const sent = await app.call('POST', '/message/sendText/shop', { number: FROM, text: 'hello' });
  await says(sent.body.key.id, /The platform refused it with code 479: .* Send it again\.$/);
});

test('a text that waits in the place of refused buttons says why it waits, and that they were refused', async () => {
  await slowApp.call('POST', '/sandbox/slow/ack', { code: 479 });
  const sent = await slowApp.call('POST', '/message/sendButtons/slow', {
    number: FROM,
    title: 'Shall we deliver?',
    interactive: 'try',
    buttons: [{ type: 'reply', displayText: 'Yes', id: 'yes' }],
  });
  const { id } = sent.body.key;
  await until('it waits', async () => {
    const { body } = await slowApp.call('GET', '/message/scheduled/slow');
    return body.messages[0]?.reason.includes('within a minute') === true;
  });
  const { body } = await slowApp.call('GET', `/message/explain/slow/${id}`);
  expect(body.sentence).toBe('It waits in the queue: 1 messages went out within a minute.');
  const whats = body.steps.map(({ what }: { what: string }) => what).join('\n');
  expect(whats).toContain('It was accepted and stored.');
  expect(whats).toMatch(/WhatsApp refused its form with code 479: .* numbered text/);
});
