/** The service that the examples of the API document speak of: a sandbox instance called shop, and an account. */

import {
  GROUP,
  INSTANCE,
  INSTANCE_ID,
  LID,
  MESSAGE_ID,
  NEWSLETTER,
  NUMBER,
  OWN_NUMBER,
  RECORD_ID,
} from '../../../src/core/http/example-values.ts';
import { lidOf } from '../../../src/modules/sandbox/jids.ts';
import { type GraphDouble, startGraph } from '../../doubles/graph/server.ts';
import { type Receiver, startReceiver } from '../../doubles/receiver.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../../doubles/whatsapp/server.ts';
import {
  ACCESS_TOKEN,
  type AppOptions,
  GLOBAL_KEY,
  type RunningApp,
  startApp,
} from '../../helpers/app.ts';
import { playedData } from '../../helpers/played-content.ts';
import { until } from '../../helpers/until.ts';
import { inProcessVariables } from '../../helpers/whatsapp.ts';

/** Texts of an example, and what the service has in their place: ids that it made by itself. */
export type Replacements = Readonly<Record<string, string>>;

export const APP_SECRET = 'the-app-secret';
export const RECEIVER = 'https://shop.example.com';

export interface Shop {
  readonly app: RunningApp;
  readonly receiver: Receiver;
  readonly graph: GraphDouble;
  readonly whatsapp: FakeWhatsApp;
  /** With the global key and the token of the first user. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ readonly status: number; readonly body: string; readonly headers: Headers }>;
  /** The body of the answer; throws when it is none of 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as callers do, without types.
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<any>;
  /** Makes the instance and pairs it, unless it is open. */
  open(): Promise<void>;
  stop(): Promise<void>;
}

/** What the service of the examples is set to. */
export const shopEnv = (graph: GraphDouble): Record<string, string> => ({
  META_GRAPH_URL: graph.url,
  META_VERIFY_TOKEN: 'my-verify-token',
  META_APP_SECRET: APP_SECRET,
  // Nobody listens there: channels can be switched on, and are down.
  AMQP_URL: 'amqp://127.0.0.1:1',
  NATS_URL: 'nats://127.0.0.1:1',
});

export async function startShop(options: Pick<AppOptions, 'commitPace'> = {}): Promise<Shop> {
  const receiver = await startReceiver();
  const graph = await startGraph();
  const whatsapp = await startFakeWhatsApp();
  const env = { ...shopEnv(graph), ...inProcessVariables(whatsapp) };
  const app = await startApp({ ...options, env });
  const send: Shop['send'] = async (method, path, body, headers) => {
    const isForm = body instanceof FormData;
    const json = body !== undefined && !isForm && { 'content-type': 'application/json' };
    const response = await fetch(app.url + path, {
      method,
      headers: { apikey: GLOBAL_KEY, api_access_token: ACCESS_TOKEN, ...json, ...headers },
      ...(json ? { body: JSON.stringify(body) } : isForm && { body }),
    });
    return { status: response.status, body: await response.text(), headers: response.headers };
  };
  const ask: Shop['ask'] = async (method, path, body, headers) => {
    const answer = await send(method, path, body, headers);
    if (answer.status < 300) return answer.body && JSON.parse(answer.body);
    throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
  };
  const open = async () => {
    const [found] = await ask('GET', `/instance/fetchInstances?instanceName=${INSTANCE}`);
    const isSandbox = found?.provider === 'sandbox';
    if (isSandbox && found.state === 'open') return;
    if (found) await ask('DELETE', `/instance/${isSandbox ? 'logout' : 'delete'}/${INSTANCE}`);
    if (!isSandbox)
      await ask('POST', '/instance/create', { instanceName: INSTANCE, provider: 'sandbox' });
    await ask('GET', `/instance/connect/${INSTANCE}`);
    await ask('POST', `/sandbox/${INSTANCE}/scan`, { number: OWN_NUMBER, pushName: 'Shop' });
    await until('the shop is open', async () => {
      const state = await ask('GET', `/instance/connectionState/${INSTANCE}`);
      return state.instance.state === 'open';
    });
  };
  const stop = async () => {
    await app.stop();
    await receiver.stop();
    await graph.stop();
    await whatsapp.stop();
  };
  return { app, receiver, graph, whatsapp, send, ask, open, stop };
}

const sandbox = (shop: Shop, step: string, body: object) =>
  shop.ask('POST', `/sandbox/${INSTANCE}/${step}`, body);

/** Makes what one example needs. */
export type Preparation = (shop: Shop) => Promise<Replacements>;

const POLL = { name: 'When may we come?', options: ['Monday', 'Tuesday'] };

export const received =
  (kind: string, more: object = {}): Preparation =>
  async (shop) => {
    const text = kind === 'text' && { text: 'Hello' };
    const body = { kind, from: NUMBER, ...text, ...more };
    return { [MESSAGE_ID]: (await sandbox(shop, 'message', body)).messageId };
  };

export const receivedPoll: Preparation = async (shop) => {
  const { Info, ...data } = playedData(NUMBER, { kind: 'poll', ...POLL });
  await sandbox(shop, 'event', {
    event: 'Message',
    data: { Info: { ...Info, ID: MESSAGE_ID }, ...data },
  });
  return {};
};

export const sent: Preparation = async ({ ask }) => {
  const { key } = await ask('POST', `/message/sendText/${INSTANCE}`, {
    number: NUMBER,
    text: 'Hello',
  });
  return { [MESSAGE_ID]: key.id };
};

export const sentPoll: Preparation = async ({ ask }) => {
  const { key } = await ask('POST', `/message/sendPoll/${INSTANCE}`, {
    number: NUMBER,
    name: POLL.name,
    values: POLL.options,
  });
  return { [MESSAGE_ID]: key.id };
};

export const scheduled: Preparation = async ({ ask }) => {
  const { key } = await ask('POST', `/message/sendText/${INSTANCE}`, {
    number: NUMBER,
    text: 'Hello',
    scheduleAt: new Date(Date.now() + 60_000).toISOString(),
  });
  return { [RECORD_ID]: key.id };
};

/** A group of the shop's own. */
export const group: Preparation = async (shop) => {
  const made = await shop.ask('POST', `/group/create/${INSTANCE}`, {
    subject: 'Orders',
    participants: [NUMBER],
  });
  return { [GROUP]: made.id };
};

const happens = (shop: Shop, event: string, data: object) =>
  sandbox(shop, 'event', { event, data });

/** A channel of the sandbox, by its link. */
export const newsletter: Preparation = async (shop) => {
  await happens(shop, 'NewsletterJoin', { id: NEWSLETTER });
  return {};
};

export const label: Preparation = async (shop) => {
  const body = { labelId: '7', name: 'New customer', color: 1 };
  await shop.ask('POST', `/label/edit/${INSTANCE}`, body);
  return {};
};

export const call: Preparation = async (shop) => {
  await shop.ask('POST', `/settings/set/${INSTANCE}`, { rejectCall: false });
  const from = `${NUMBER}@s.whatsapp.net`;
  const call = { CallID: 'C0FFEE0123456789', CallCreator: from, From: from };
  await happens(shop, 'CallOffer', call);
  return {};
};

export const person: Preparation = async (shop) => {
  await received('text', { pushName: 'Customer' })(shop);
  const numbers = [NUMBER];
  await shop.ask('POST', `/chat/whatsappNumbers/${INSTANCE}`, { numbers });
  return { [LID]: lidOf(`${NUMBER}@s.whatsapp.net`) };
};

export const template: Preparation = async ({ ask }) => {
  const found = await ask('GET', `/template/find/${INSTANCE}`);
  const [known] = found.filter(({ name }: { name: string }) => name === 'order_ready');
  if (known) return { [RECORD_ID]: known.id };
  const { id } = await ask('POST', `/template/create/${INSTANCE}`, {
    name: 'order_ready',
    language: 'en_US',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Your order is ready.' }],
  });
  return { [RECORD_ID]: id };
};

export const delivery: Preparation = async (shop) => {
  await shop.ask('POST', `/webhook/set/${INSTANCE}`, { enabled: true, url: shop.receiver.url });
  await received('text')(shop);
  const find = () => shop.ask('GET', `/delivery/find/${INSTANCE}?limit=1`);
  await until('there is a delivery', async () => (await find()).deliveries.length > 0);
  return { [RECORD_ID]: (await find()).deliveries[0].id };
};

export const closed: Preparation = async ({ ask }) => {
  await ask('DELETE', `/instance/logout/${INSTANCE}`);
  return {};
};

/** A QR code is there to be scanned. */
export const waiting: Preparation = async (shop) => {
  await closed(shop);
  await shop.ask('GET', `/instance/connect/${INSTANCE}`);
  return {};
};

export const pairing: Preparation = async (shop) => {
  await closed(shop);
  const { pairingCode } = await shop.ask(
    'GET',
    `/instance/connect/${INSTANCE}?number=${OWN_NUMBER}`,
  );
  return { 'ABCD-1234': pairingCode };
};

export const instanceId: Preparation = async ({ ask }) => {
  const [{ instanceId: id }] = await ask(
    'GET',
    `/instance/fetchInstances?instanceName=${INSTANCE}`,
  );
  return { [INSTANCE_ID]: id };
};
