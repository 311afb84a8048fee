/** Templates of a paired phone: stored here, and sent as texts and files. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { PICTURE, serviceFor } from '../../clients/stage.ts';
import { cleanUp } from '../../core/process/spawned-process.ts';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { pairInstance } from '../../helpers/whatsapp.ts';

type WhatsApp = Awaited<ReturnType<typeof startFakeWhatsApp>>;
const ANA = '5511888880000';
const BYTES = new Uint8Array(Buffer.from(PICTURE, 'base64'));

let whatsapp: WhatsApp;
let app: Awaited<ReturnType<typeof serviceFor>>;
let ana: ReturnType<WhatsApp['contact']>;
let files: ReturnType<typeof Bun.serve>;
beforeAll(async () => {
  whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  // A process of its own, which trusts the media servers of this WhatsApp.
  app = await serviceFor(whatsapp, { WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32' });
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  ana = whatsapp.contact({ number: ANA, name: 'Ana' });
  await pairInstance(app.call, 'shop', phone);
  await pairInstance(app.call, 'cafe', whatsapp.phone({ number: '5511999990001', name: 'Cafe' }));
  files = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch: () => new Response(BYTES, { headers: { 'content-type': 'image/png' } }),
  });
});
afterAll(async () => {
  await cleanUp();
  await whatsapp.stop();
  await files.stop(true);
});

const BODY = {
  type: 'BODY',
  text: 'Order {{1}} is ready.',
  example: { body_text: [['A-17']] },
};
const IMAGE = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW'] } };
const draft = (name: string, components: readonly object[]) => ({
  ...{ name, language: 'en', category: 'UTILITY' },
  components,
});
const create = (name: string, ...components: object[]) =>
  app.call('POST', '/template/create/shop', draft(name, components));
const find = async (): Promise<{ name: string }[]> =>
  (await app.call('GET', '/template/find/shop')).body;
const FILLED = { type: 'body', parameters: [{ type: 'text', text: 'B-18' }] };
const image = (said: object) => ({ type: 'header', parameters: [{ type: 'image', image: said }] });
const send = (name: string, components: readonly object[] = [FILLED], more: object = {}) =>
  app.call('POST', '/message/sendTemplate/shop', {
    ...{ number: ANA, name, language: 'en', components },
    ...more,
  });
const arrived = (id: string) => ana.receives((one) => one.id === id);

async function uploaded(instance: string): Promise<string> {
  const found = await app.call('GET', `/instance/fetchInstances?instanceName=${instance}`);
  const [{ phoneNumberId }] = found.body;
  const { apikey } = (await app.call('POST', `/instance/key/rotate/${instance}`)).body;
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', new File([BYTES], 'a.png', { type: 'image/png' }));
  const headers = { authorization: `Bearer ${apikey}` };
  const path = `${app.url}/graph/v25.0/${phoneNumberId}/media`;
  const answer = await fetch(path, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { id: string }).id;
}

test('201 a template is stored, approved at once, changed, and deleted', async () => {
  const made = await create('order_kept', BODY);
  expect([made.status, made.body]).toMatchObject([201, { status: 'APPROVED', components: [BODY] }]);
  const change = { templateId: made.body.id, category: 'MARKETING' };
  expect((await app.call('POST', '/template/edit/shop', change)).status).toBe(200);
  const kept = async () => (await find()).filter(({ name }) => name === 'order_kept');
  expect(await kept()).toMatchObject([{ id: made.body.id, category: 'MARKETING' }]);
  expect((await app.call('GET', '/template/find/cafe')).body).toEqual([]);
  const gone = await app.call('DELETE', '/template/delete/shop', { name: 'order_kept' });
  expect([gone.status, await kept()]).toEqual([200, []]);
});

test('201 it arrives as a text with its variables filled in, its buttons as lines', async () => {
  const buttons = [
    { type: 'QUICK_REPLY', text: 'Thanks' },
    { type: 'URL', text: 'Track', url: 'https://a.test/17' },
  ];
  await create('order_ready', { ...BODY }, { type: 'BUTTONS', buttons });
  const { status, body } = await send('order_ready', [FILLED], { callbackData: 'B-18' });
  const text = 'Order B-18 is ready.\n\n1. Thanks\nTrack: https://a.test/17';
  expect([status, body.message]).toEqual([201, { conversation: text }]);
  expect(await arrived(body.key.id)).toMatchObject({ text });
});

test('201 it can be scheduled, and answers the message that is quoted', async () => {
  await create('order_later', BODY);
  const scheduleAt = new Date(Date.now() + 3_600_000).toISOString();
  const later = await send('order_later', [FILLED], { scheduleAt });
  expect([later.status, later.body.status]).toEqual([201, 'QUEUED']);
  const first = await send('order_later');
  const answer = await send('order_later', [FILLED], {
    quoted: { key: { id: first.body.key.id } },
  });
  expect(JSON.stringify(await arrived(answer.body.key.id))).toContain(first.body.key.id);
});

test('201 its file goes above the text, from a link or from an upload', async () => {
  await create('order_shown', IMAGE, BODY);
  for (const file of [{ link: files.url.href }, { id: await uploaded('shop') }]) {
    const { status, body } = await send('order_shown', [image(file), FILLED]);
    expect(status).toBe(201);
    expect((await arrived(body.key.id)).message).toMatchObject({
      imageMessage: { caption: 'Order B-18 is ready.', mimetype: 'image/png' },
    });
  }
});

test('400 a file that is not there, of another instance, or not to be fetched: nothing is sent', async () => {
  await create('order_missing', IMAGE, BODY);
  const before = (await app.call('POST', '/chat/findMessages/shop', {})).body.messages.total;
  const noFile = 'the header of the template must have the id of a file';
  for (const [file, reason] of [
    [{ id: '1234567890123456' }, noFile],
    [{ id: await uploaded('cafe') }, noFile],
    [{ link: 'http://10.0.0.8/a.png' }, 'the link of the header must not be called'],
    [{}, 'must have an id or a link'],
  ] as const) {
    const { status, body } = await send('order_missing', [image(file), FILLED]);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(reason)]);
  }
  expect((await app.call('POST', '/chat/findMessages/shop', {})).body.messages.total).toBe(before);
});

test('400 a text that is too long below a file, once its variables are filled in', async () => {
  await create(
    'order_long',
    IMAGE,
    { type: 'BODY', text: 'x'.repeat(1_000) },
    {
      type: 'FOOTER',
      text: 'y'.repeat(60),
    },
  );
  const { status, body } = await send('order_long', [image({ link: files.url.href })]);
  expect([status, body.error.message]).toEqual([
    400,
    expect.stringContaining('at most 1024 characters below a file'),
  ]);
});

test('400 cards, places and forms are not made, and no edit makes them', async () => {
  const place = { type: 'HEADER', format: 'LOCATION' };
  const made = await create('order_place', place, BODY);
  expect([made.status, made.body.error.message]).toEqual([
    400,
    expect.stringContaining('components[0].format must be one of TEXT, IMAGE'),
  ]);
  const { body } = await create('order_plain', BODY);
  const change = { templateId: body.id, components: [place, BODY] };
  expect((await app.call('POST', '/template/edit/shop', change)).status).toBe(400);
  expect(JSON.stringify(await find())).not.toContain('LOCATION');
});

test('404 a template that is not there', async () => {
  const { status, body } = await send('never_made');
  expect([status, body.error.message]).toEqual([404, 'template never_made in en not found']);
});
