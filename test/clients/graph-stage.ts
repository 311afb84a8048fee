/**
 * A service with an instance that a customer writes with, behind the Graph API: the sandbox, a phone that is paired with
 * the double of WhatsApp, or a number of the official API with the double of Graph behind it.
 */
import { createHash } from 'node:crypto';
import { mediaIdOf } from '../../src/core/webhooks/format/meta-errors.ts';
import { cleanUp } from '../core/process/spawned-process.ts';
import { startGraphMedia } from '../doubles/graph/media.ts';
import { graphMessages } from '../doubles/graph/messages.ts';
import { startGraph } from '../doubles/graph/server.ts';
import { graphTemplates } from '../doubles/graph/templates.ts';
import {
  change,
  contactOf,
  messageFrom,
  ofNumber,
  postWebhook,
  textFrom,
} from '../doubles/graph/webhooks.ts';
import { oggOf } from '../doubles/ogg.ts';
import { startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';
import { pairInstance } from '../helpers/whatsapp.ts';
import { ANA, type Call, PICTURE, serviceFor } from './stage.ts';

export type Platform = 'sandbox' | 'phone' | 'cloud';

/** Somebody who writes with the account. Ids are those that the account knows a message by. */
export interface Customer {
  /** In digits. */
  readonly number: string;
  writes(text: string): Promise<string>;
  sendsPicture(bytes: Uint8Array, caption: string): Promise<string>;
  /** Resolves when a message of the account has come to the customer's phone. */
  has(id: string): Promise<unknown>;
  /** The phone says that messages have come, and that they were read. */
  reads(id: string): Promise<void>;
}

export interface GraphStage {
  readonly platform: Platform;
  /** What its users have as the address of the Graph API, without a version. */
  readonly base: string;
  readonly key: string;
  readonly phoneNumberId: string;
  readonly wabaId: string;
  /** Of the account, in digits. */
  readonly number: string;
  readonly customer: Customer;
  /** A text that the customer has written. */
  readonly received: string;
  /** The file of a picture that the customer has sent. */
  readonly fileId: string;
  readonly picture: Buffer;
  /** Addresses of a file of each kind. */
  readonly files: Readonly<Record<string, string>>;
  readonly call: Call;
  stop(): Promise<void>;
}

const templateOf = (name: string, components: readonly object[]) => ({
  ...{ name, language: 'en_US', category: 'UTILITY' },
  components,
});

export const TEMPLATE = templateOf('order_ready', [
  { type: 'BODY', text: 'Hello {{1}}, it is ready.', example: { body_text: [['Bob']] } },
]);

/** Templates that are there and approved. */
const TEMPLATES = [
  TEMPLATE,
  templateOf('order_shown', [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::aW'] } },
    { type: 'BODY', text: 'It is ready.' },
  ]),
  templateOf('order_survey', [
    { type: 'BODY', text: 'Please rate us.' },
    {
      type: 'BUTTONS',
      buttons: [{ type: 'URL', text: 'Rate', url: 'https://a.test/{{1}}', example: ['17'] }],
    },
  ]),
];

async function createTemplates(call: Call): Promise<void> {
  for (const template of TEMPLATES) await call('POST', '/template/create/shop', template);
}

export const picture = Buffer.from(PICTURE, 'base64');
const MP4 = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
/** A WebP of one pixel. */
const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
const FILES: Readonly<Record<string, readonly [type: string, bytes: Uint8Array<ArrayBuffer>]>> = {
  image: ['image/png', new Uint8Array(picture)],
  video: ['video/mp4', new Uint8Array(MP4)],
  audio: ['audio/ogg', new Uint8Array(oggOf([50]))],
  document: ['application/pdf', new Uint8Array(Buffer.from('%PDF-1.4'))],
  sticker: ['image/webp', new Uint8Array(WEBP)],
};

/** Gives out a file of each kind, at the addresses that messages name. */
function startFiles() {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const [type = '', bytes] = FILES[new URL(request.url).pathname.slice(1)] ?? [];
      if (bytes === undefined) return new Response(null, { status: 404 });
      return new Response(bytes, { headers: { 'content-type': type } });
    },
  });
  const addresses = Object.keys(FILES).map((kind) => [kind, new URL(kind, server.url).href]);
  return {
    files: Object.fromEntries(addresses) as Record<string, string>,
    stop: () => server.stop(true),
  };
}

/** Of the instance called shop, as its users read them. */
async function factsOf(call: Call) {
  const [{ phoneNumberId, wabaId, ownerJid }] = (await call('GET', '/instance/fetchInstances'))
    .body;
  const { apikey: key } = (await call('POST', '/instance/key/rotate/shop')).body;
  return { key, phoneNumberId, wabaId, number: `${ownerJid}`.split(/[@:]/)[0] ?? '' };
}

interface Setting {
  readonly platform: Platform;
  readonly url: string;
  readonly call: Call;
  readonly customer: Customer;
  readonly stops: readonly (() => unknown)[];
}

async function stageOf({ platform, url, call, customer, stops }: Setting): Promise<GraphStage> {
  const { files, stop: stopFiles } = startFiles();
  const received = await customer.writes('Good morning');
  const shown = await customer.sendsPicture(picture, 'look');
  for (const id of [received, shown])
    await until('it is stored', async () => {
      const { body } = await call('POST', '/chat/findMessages/shop', { where: { key: { id } } });
      return body.messages.total === 1;
    });
  return {
    ...(await factsOf(call)),
    ...{ platform, customer, call, received, files, picture },
    base: `${url}/graph`,
    fileId: mediaIdOf(shown),
    async stop() {
      for (const stop of [...stops, stopFiles]) await stop();
    },
  };
}

type Environment = Readonly<Record<string, string>>;

async function sandboxStage(env: Environment): Promise<GraphStage> {
  const app = await startApp({ env });
  await app.openInstance('shop');
  const { call, url } = app;
  await createTemplates(call);
  const arrives = async (message: object): Promise<string> =>
    (await call('POST', '/sandbox/shop/message', { from: ANA, pushName: 'Ana', ...message })).body
      .messageId;
  const sent = async () => (await call('GET', '/sandbox/shop/sent')).body as { id: string }[];
  const customer: Customer = {
    number: ANA,
    writes: (text) => arrives({ kind: 'text', text }),
    sendsPicture: (bytes, caption) =>
      arrives({
        ...{ kind: 'image', caption, mimetype: 'image/png' },
        base64: Buffer.from(bytes).toString('base64'),
      }),
    has: (id) => until('it was sent', async () => (await sent()).some((one) => one.id === id)),
    async reads(id) {
      for (const state of ['Delivered', 'Read'])
        await call('POST', '/sandbox/shop/receipt', { state, chat: ANA, messageIds: [id] });
    },
  };
  return stageOf({ platform: 'sandbox', url, call, customer, stops: [() => app.stop()] });
}

/** A process of its own, which trusts the media servers of this WhatsApp. */
async function phoneStage(env: Environment): Promise<GraphStage> {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const { url, call } = await serviceFor(whatsapp, env);
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: ANA, name: 'Ana' });
  await pairInstance(call, 'shop', phone);
  await createTemplates(call);
  const customer: Customer = {
    number: ANA,
    writes: (text) => ana.writes(phone, { text }),
    sendsPicture: (bytes, caption) =>
      ana.sendsImage(phone, bytes, { caption, mimetype: 'image/png' }),
    has: (id) => ana.receives((one) => one.id === id),
    reads: async (id) => ana.reads(phone, [id]),
  };
  const stops = [cleanUp, () => whatsapp.stop()];
  return stageOf({ platform: 'phone', url, call, customer, stops });
}

const SECRET = 'the-secret-of-the-app';
const now = () => `${Math.floor(Date.now() / 1000)}`;

async function cloudStage(env: Environment): Promise<GraphStage> {
  const [media, messages, templates] = [await startGraphMedia(), graphMessages(), graphTemplates()];
  const graph = await startGraph(templates.part, messages.part, media.part);
  const app = await startApp({
    env: { ...env, META_GRAPH_URL: graph.url, META_APP_SECRET: SECRET },
  });
  const { call, url } = app;
  const { number: _, ...account } = graph.world.addAccount();
  for (const template of TEMPLATES) templates.add(account.businessAccountId, template);
  await call('POST', '/instance/create', {
    ...{ instanceName: 'shop', provider: 'whatsapp-cloud', ...account },
  });
  const says = (value: Record<string, unknown>) =>
    postWebhook(
      `${url}/provider/whatsapp-cloud/webhook`,
      change('messages', ofNumber(value, account.phoneNumberId), account.businessAccountId),
      SECRET,
    );
  const person = { number: ANA, name: 'Ana' };
  /** The id that Meta has given to a message of the account. */
  const wamidOf = (id: string) =>
    messages.sent.find(({ body }) => body.biz_opaque_callback_data === id)?.wamid;
  const arrives = async (message: Record<string, unknown>): Promise<string> => {
    await says({ contacts: [contactOf(person)], messages: [message] });
    return String(message.id);
  };
  const customer: Customer = {
    number: ANA,
    writes: (text) => arrives(textFrom(person, text, { timestamp: now() })),
    sendsPicture(bytes, caption) {
      const sha256 = createHash('sha256').update(bytes).digest('base64');
      const id = media.receive(account.businessAccountId, bytes, 'image/png');
      const image = { id, mime_type: 'image/png', sha256, caption };
      return arrives(messageFrom(person, { type: 'image', image, timestamp: now() }));
    },
    has: (id) => until('Meta has it', () => wamidOf(id) !== undefined),
    async reads(id) {
      for (const status of ['sent', 'delivered', 'read'])
        await says({
          statuses: [{ id: wamidOf(id), status, timestamp: now(), recipient_id: ANA }],
        });
    },
  };
  const stops = [() => app.stop(), () => graph.stop(), () => media.stop()];
  return stageOf({ platform: 'cloud', url, call, customer, stops });
}

const STAGES = { sandbox: sandboxStage, phone: phoneStage, cloud: cloudStage };
export const PLATFORMS = Object.keys(STAGES) as readonly Platform[];

/** The instance is called shop, and open; a text and a picture of the customer have come to it. */
export const graphStage = (platform: Platform, env: Environment = {}): Promise<GraphStage> =>
  STAGES[platform](env);
