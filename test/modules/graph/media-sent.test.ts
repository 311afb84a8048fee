/** Uploaded files in messages, through all three providers, and the files of messages that came. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mediaIdOf } from '../../../src/core/webhooks/format/meta-errors.ts';
import { type Call, serviceFor } from '../../clients/stage.ts';
import { cleanUp } from '../../core/process/spawned-process.ts';
import { type GraphMedia, startGraphMedia } from '../../doubles/graph/media.ts';
import { type GraphMessages, graphMessages } from '../../doubles/graph/messages.ts';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import { graphTemplates } from '../../doubles/graph/templates.ts';
import {
  change,
  contactOf,
  messageFrom,
  newWamid,
  ofNumber,
  postWebhook,
} from '../../doubles/graph/webhooks.ts';
import { oggOf } from '../../doubles/ogg.ts';
import { startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import { type RunningApp, startApp } from '../../helpers/app.ts';
import { answerOf, bearer, type GraphUpload, PNG, upload } from '../../helpers/graph-uploads.ts';
import { until } from '../../helpers/until.ts';
import { pairInstance } from '../../helpers/whatsapp.ts';

const SECRET = 'the-secret-of-the-app';
const NUMBER = '5511888880000';
const ANA = { number: NUMBER, name: 'Ana' };
const PDF = Buffer.from('%PDF-1.7 a book');
const templates = graphTemplates();

let messages: GraphMessages;
let media: GraphMedia;
let graph: GraphDouble;
let whatsapp: Awaited<ReturnType<typeof startFakeWhatsApp>>;
let app: RunningApp;

interface Number {
  /** The service that has it. */
  readonly url: string;
  readonly id: string;
  readonly key: string;
}
let sandbox: Number;
let paired: Number;
let official: Number;
let accountId: string;
let phone: ReturnType<typeof whatsapp.phone>;
let ana: ReturnType<typeof whatsapp.contact>;

/** The number of an instance with its key. */
async function numberOf(url: string, call: Call, name: string): Promise<Number> {
  const { body } = await call('GET', `/instance/fetchInstances?instanceName=${name}`);
  const scopes = ['read', 'send'];
  const { apikey: key } = (await call('POST', `/instance/key/rotate/${name}`, { scopes })).body;
  return { url, id: body[0].phoneNumberId, key };
}

/** A phone in a service that is a process of its own, which alone reaches the files of the double. */
async function pair(): Promise<void> {
  whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const { url, call } = await serviceFor(whatsapp, {});
  phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  ana = whatsapp.contact({ number: NUMBER, name: 'Ana' });
  await pairInstance(call, 'paired', phone);
  paired = await numberOf(url, call, 'paired');
}

beforeAll(async () => {
  [messages, media] = [graphMessages(), await startGraphMedia()];
  graph = await startGraph(messages.part, media.part, templates.part);
  app = await startApp({ env: { META_GRAPH_URL: graph.url, META_APP_SECRET: SECRET } });
  await app.openInstance('tried');
  sandbox = await numberOf(app.url, app.call, 'tried');
  const { number: _, ...account } = graph.world.addAccount();
  accountId = account.businessAccountId;
  const body = { instanceName: 'official', provider: 'whatsapp-cloud', ...account };
  await app.call('POST', '/instance/create', body);
  official = await numberOf(app.url, app.call, 'official');
  await pair();
}, 60_000);
afterAll(async () => {
  await cleanUp();
  await app.stop();
  await Promise.all([graph.stop(), media.stop(), whatsapp.stop()]);
});

const idOf = async ({ url, id, key }: Number, file?: GraphUpload): Promise<string> =>
  (await upload(url, id, key, file)).body.id;
const send = async ({ url, id, key }: Number, body: object) => {
  const whole = { messaging_product: 'whatsapp', to: NUMBER, ...body };
  const answer = await fetch(`${url}/graph/v25.0/${id}/messages`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body: JSON.stringify(whole),
  });
  return answerOf(answer);
};
const ask = async ({ url, key }: Number, path: string) =>
  answerOf(await fetch(`${url}/graph/v25.0/${path}`, { headers: bearer(key) }));
const bytesAt = async ({ url, key }: Number, id: string) => {
  const answer = await fetch(`${url}/graph/v25.0/${id}/bytes`, { headers: bearer(key) });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

const WAV = 'audio/mpeg';
/** The types of messages with a file, a file for each, and how the sandbox shows it. */
const KINDS: readonly [type: string, file: GraphUpload, shown: object][] = [
  ['image', {}, { kind: 'image', mimetype: 'image/png' }],
  ['sticker', {}, { kind: 'sticker', mimetype: 'image/webp' }],
  [
    'video',
    { bytes: Buffer.from('\0\0\0\x18ftypmp42'), type: 'video/mp4' },
    { kind: 'video', mimetype: 'video/mp4' },
  ],
  ['audio', { bytes: Buffer.from('ID3'), type: WAV }, { kind: 'audio', mimetype: WAV }],
  [
    'document',
    { bytes: PDF, type: 'application/pdf', name: 'book.pdf' },
    { kind: 'document', mimetype: 'application/pdf', fileName: 'book.pdf' },
  ],
];

describe('through the sandbox', () => {
  test.each(KINDS)(
    '%s goes by the id of its upload, as often as it is sent',
    async (type, file, shown) => {
      const id = await idOf(sandbox, file);
      for (let times = 2; times > 0; times--) {
        const { status, body } = await send(sandbox, { type, [type]: { id } });
        expect([status, body.error]).toEqual([200, undefined]);
        const { body: sent } = await app.call('GET', '/sandbox/tried/sent');
        const own = sent.find((one: { id: string }) => one.id === body.messages[0].id);
        expect(own).toMatchObject(shown);
      }
    },
  );

  test('a voice note is made of an upload', async () => {
    const id = await idOf(sandbox, { bytes: oggOf([20]), type: 'audio/ogg; codecs=opus' });
    const { status, body } = await send(sandbox, { type: 'audio', audio: { id, voice: true } });
    expect([status, body.error]).toEqual([200, undefined]);
  });

  test('the name and the caption of the message count', async () => {
    const id = await idOf(sandbox, { bytes: PDF, type: 'application/pdf', name: 'book.pdf' });
    const document = { id, filename: 'prices.pdf', caption: 'Prices' };
    const { body } = await send(sandbox, { type: 'document', document });
    const { body: sent } = await app.call('GET', '/sandbox/tried/sent');
    expect(sent.find((one: { id: string }) => one.id === body.messages[0].id)).toMatchObject({
      fileName: 'prices.pdf',
      caption: 'Prices',
    });
  });

  test('an id of nothing, of another number, of a message and of a deleted file send nothing', async () => {
    const gone = await idOf(sandbox);
    const headers = bearer(sandbox.key);
    await fetch(`${app.url}/graph/v25.0/${gone}`, { method: 'DELETE', headers });
    const { body: before } = await app.call('GET', '/sandbox/tried/sent');
    for (const id of ['1', 17, await idOf(official), mediaIdOf('any'), gone]) {
      const { status, body } = await send(sandbox, { type: 'image', image: { id } });
      expect([status, body.error.code]).toEqual([400, 100]);
      expect(body.error.error_data.details).toContain('image.id must be the id of a file');
    }
    expect((await app.call('GET', '/sandbox/tried/sent')).body).toEqual(before);
  });

  test('131053 a file of another kind than the message', async () => {
    const pdf = await idOf(sandbox, { bytes: PDF, type: 'application/pdf' });
    for (const type of ['image', 'video', 'audio', 'sticker']) {
      const { status, body } = await send(sandbox, { type, [type]: { id: pdf } });
      expect([status, body.error.code]).toEqual([400, 131053]);
    }
    const id = await idOf(sandbox);
    expect((await send(sandbox, { type: 'document', document: { id } })).status).toBe(200);
  });
});

describe('through a paired phone', () => {
  test('an upload arrives with its bytes', async () => {
    const id = await idOf(paired, { bytes: PDF, type: 'application/pdf', name: 'book.pdf' });
    const { body } = await send(paired, { type: 'document', document: { id } });
    const received = await ana.receives((one) => one.id === body.messages[0].id);
    expect(ana.opens(received).equals(PDF)).toBe(true);
    expect(JSON.stringify(received.message)).toContain('book.pdf');
  });

  test('the file of a message that came is looked up and fetched', async () => {
    const messageId = await ana.sendsImage(phone, PNG, { mimetype: 'image/png' });
    const id = mediaIdOf(messageId);
    await until('it is stored', async () => (await ask(paired, id)).status === 200);
    expect((await ask(paired, id)).body).toMatchObject({
      mime_type: 'image/png',
      file_size: PNG.length,
    });
    const { status, bytes } = await bytesAt(paired, id);
    expect([status, bytes.equals(PNG)]).toEqual([200, true]);
  });
});

/** Meta's id of the file in what was sent. */
const handedOver = (sent: unknown): string =>
  /"image":\{"id":"(\d+)"/.exec(JSON.stringify(sent))?.[1] ?? 'none';

describe('through the official API', () => {
  test('an upload is handed over once, however often it is sent', async () => {
    const id = await idOf(official);
    for (let times = 2; times > 0; times--)
      expect((await send(official, { type: 'image', image: { id } })).status).toBe(200);
    const [first, second] = messages.sent.slice(-2).map(handedOver);
    if (first === undefined) throw new Error('nothing was sent');
    expect(second).toBe(first);
    expect(Buffer.from(media.uploaded.get(first)?.bytes ?? []).equals(PNG)).toBe(true);
  });

  test('the file above a template is handed over too, and an id of Meta stays as it is', async () => {
    const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['x'] } };
    const components = [header, { type: 'BODY', text: 'Your order is ready.' }];
    const fields = { name: 'ready', language: 'en', status: 'APPROVED', category: 'UTILITY' };
    templates.add(accountId, { ...fields, components });
    const sendWith = async (id: string) => {
      const parameters = [{ type: 'image', image: { id } }];
      const template = {
        name: 'ready',
        language: { code: 'en' },
        components: [{ type: 'header', parameters }],
      };
      const { status, body } = await send(official, { type: 'template', template });
      expect([status, body.error]).toEqual([200, undefined]);
      return handedOver(messages.sent.at(-1));
    };
    const bytes = Buffer.concat([PNG, Buffer.from('another')]);
    const handed = await sendWith(await idOf(official, { bytes }));
    expect(Buffer.from(media.uploaded.get(handed)?.bytes ?? []).equals(bytes)).toBe(true);
    expect(await sendWith('998877665544')).toBe('998877665544');
  });

  test('the file of a message that came is looked up and fetched, and gone once Meta has forgotten it', async () => {
    const file = media.receive(accountId, PNG, 'image/png');
    const id = newWamid();
    const image = { id: file, mime_type: 'image/png', sha256: '' };
    const timestamp = `${Math.floor(Date.now() / 1000)}`;
    const message = messageFrom(ANA, { id, timestamp, type: 'image', image });
    const value = ofNumber({ contacts: [contactOf(ANA)], messages: [message] }, official.id);
    const webhook = `${app.url}/provider/whatsapp-cloud/webhook`;
    await postWebhook(webhook, change('messages', value, accountId), SECRET);
    const path = mediaIdOf(id);
    await until('it is stored', async () => (await ask(official, path)).status === 200);
    expect((await ask(official, path)).body.file_size).toBe(PNG.length);
    const { status, bytes } = await bytesAt(official, path);
    expect([status, bytes.equals(PNG)]).toEqual([200, true]);
    media.forget(file);
    const gone = await ask(official, `${path}/bytes`);
    expect(gone.body.error.code).toBe(131052);
  });
});
