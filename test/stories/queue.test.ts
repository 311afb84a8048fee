/** Messages that wait, through the whole product and the sandbox. */
import { expect, test } from 'bun:test';
import { sharedApp } from '../helpers/shared.ts';
import { until } from '../helpers/until.ts';

const ANA = '5511888880000';
const BIA = '5511877770000';

const app = sharedApp({
  env: { SEND_PER_MINUTE: '8', NEW_CHATS_PER_DAY: '3' },
  instances: ['shop'],
});

const say = async (body: object, path = 'sendText') =>
  (await app.call('POST', `/message/${path}/shop`, { number: ANA, ...body })).body;
const statusOf = async (id: string) =>
  (await app.call('GET', `/message/status/shop/${id}`)).body.status;
const sent = async () => (await app.call('GET', '/sandbox/shop/sent')).body;
const explained = async (id: string) => (await app.call('GET', `/message/explain/shop/${id}`)).body;
const eventsOf = async (id: string) => {
  const { events } = (await app.call('GET', '/event/find/shop?limit=500')).body;
  return events
    .filter(({ data }: { data: { ID?: string; Info?: { ID: string } } }) =>
      [data.ID, data.Info?.ID].includes(id),
    )
    .map(({ event, data }: { event: string; data: { Status?: string } }) =>
      data.Status ? `${event} ${data.Status}` : event,
    );
};

test('a picture with a delay is shown being written, then sent under its id, with the events of any other', async () => {
  const media = Buffer.from('a picture').toString('base64');
  const answer = await say({ mediatype: 'image', media, caption: 'look', delay: 300 }, 'sendMedia');
  const { id } = answer.key;
  expect(answer.status).toBe('QUEUED');
  expect(await statusOf(id)).toBe('Queued');
  expect((await explained(id)).sentence).toBe('It waits in the queue for its delay of 300 ms.');
  await until('it has been delivered', async () => (await statusOf(id)) === 'Delivered');
  expect((await sent()).at(-1)).toMatchObject({ id, kind: 'image', size: 9, caption: 'look' });
  const { body: actions } = await app.call('GET', '/sandbox/shop/actions');
  expect(JSON.stringify(actions)).toContain('composing');
  expect(await eventsOf(id)).toEqual([
    'SendMessage',
    'MessageStatus ServerAck',
    'MessageStatus Delivered',
  ]);
  const { steps } = await explained(id);
  expect(steps.slice(0, 2).map(({ what }: { what: string }) => what)).toEqual([
    'It was accepted and put into the queue.',
    'It was accepted and stored.',
  ]);
});

test('what is scheduled waits behind nobody, and explains until when', async () => {
  const scheduleAt = new Date(Date.now() + 1_000).toISOString();
  const later = await say({ text: 'later', scheduleAt });
  const now = await say({ text: 'now' });
  expect([later.status, now.status]).toEqual(['QUEUED', 'PENDING']);
  expect((await explained(later.key.id)).sentence).toBe(
    `It waits in the queue until ${scheduleAt}.`,
  );
  await until('it has left', async () => (await sent()).at(-1).text === 'later');
});

test('a fourth new chat of the day waits although the instance may send, and says why', async () => {
  await say({ number: BIA, text: 'second' });
  await say({ number: '5511866660000', text: 'third' });
  const fourth = await say({ number: '5511855550000', text: 'fourth' });
  expect(fourth.status).toBe('QUEUED');
  await until('it has been looked at', async () =>
    (await explained(fourth.key.id)).sentence.includes('3 new chats were opened within 24 hours'),
  );
  expect((await say({ number: BIA, text: 'known' })).status).toBe('PENDING');
});
