/** A service with an instance that has said and heard something, for the requests of clients to be about. */

import {
  cleanUp,
  freshDataDir,
  isolated,
  listening,
  spawnService,
} from '../core/process/spawned-process.ts';
import { oggOf } from '../doubles/ogg.ts';
import type { Contact } from '../doubles/whatsapp/contact.ts';
import { type FakeWhatsApp, type Phone, startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { type Answer, GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';
import { pairInstance, whatsAppVariables } from '../helpers/whatsapp.ts';

export const ANA = '5511888880000';
export const ANA_JID = `${ANA}@s.whatsapp.net`;
export const BOB = '5511777770000';
/** A PNG of one pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface Stage {
  readonly connection: { readonly url: string; readonly apikey: string };
  readonly instanceId: string;
  readonly instanceKey: string;
  /** Of messages in the chat with Ana. */
  readonly received: string;
  readonly sent: string;
  readonly picture: string;
  readonly voice: string;
  /** Of a label. */
  readonly label: string;
  /** Where Ana and the account are, which is its admin. */
  readonly group: string;
  readonly groupMessage: string;
  readonly inviteCode: string;
  /** By the global key unless another is given; null: by none. */
  readonly call: RunningApp['call'];
  stop(): Promise<void>;
}

export interface WhatsAppStage extends Stage {
  readonly whatsapp: FakeWhatsApp;
  readonly ana: Contact;
  /** The same account with another group and other messages. */
  again(): Promise<Stage>;
}

export type Call = Stage['call'];
type OwnDeeds = Pick<
  Stage,
  'sent' | 'label' | 'group' | 'inviteCode' | 'instanceId' | 'instanceKey'
>;

/** What the account has done by itself, and a key of it. */
async function ownDeeds(call: Call): Promise<OwnDeeds> {
  const said = await call('POST', '/message/sendText/shop', { number: ANA, text: 'helo' });
  const created = { subject: 'Family', participants: [ANA] };
  const { id: group } = (await call('POST', '/group/create/shop', created)).body;
  const { inviteCode } = (await call('GET', `/group/inviteCode/shop?groupJid=${group}`)).body;
  const { instanceId } = said.body;
  const { apikey: instanceKey } = (await call('POST', '/instance/key/rotate/shop')).body;
  const label = '31';
  await call('POST', '/label/edit/shop', { labelId: label, name: 'VIP', color: 2 });
  return { sent: said.body.key.id, label, group, inviteCode, instanceId, instanceKey };
}

/** The instance is called shop, and open. */
export async function sandboxStage(env: Record<string, string> = {}): Promise<Stage> {
  const app = await startApp({ env });
  await app.openInstance('shop');
  const { call } = app;
  const arrival = async (message: object): Promise<string> => {
    const body = { from: ANA, ...message };
    return (await call('POST', '/sandbox/shop/message', body)).body.messageId;
  };
  const done = await ownDeeds(call);
  return {
    ...done,
    call,
    connection: { url: app.url, apikey: GLOBAL_KEY },
    received: await arrival({ kind: 'text', text: 'Good morning' }),
    picture: await arrival({ kind: 'image', caption: 'look' }),
    voice: await arrival({ kind: 'audio' }),
    groupMessage: await arrival({ kind: 'text', text: 'Hello all', group: done.group }),
    stop: () => app.stop(),
  };
}

/** A service of its own process, which trusts the media servers of this WhatsApp as an operator would make it. */
export async function serviceFor(whatsapp: FakeWhatsApp, env: Readonly<Record<string, string>>) {
  const service = spawnService({
    ...isolated(await freshDataDir()),
    ...whatsAppVariables(whatsapp),
    GLOBAL_API_KEY: GLOBAL_KEY,
    ...env,
  });
  const url = `http://127.0.0.1:${await listening(service)}`;
  const call: Call = async (method, path, body, key = GLOBAL_KEY) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(key !== null && { apikey: key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: Answer['body'] = await response.json();
    return { status: response.status, body: answer, headers: response.headers };
  };
  return { url, call };
}

/** The same on WhatsApp. */
export async function whatsAppStage(env: Record<string, string> = {}): Promise<WhatsAppStage> {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const { url, call } = await serviceFor(whatsapp, env);
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: ANA, name: 'Ana' });
  whatsapp.contact({ number: BOB, name: 'Bob' });
  await pairInstance(call, 'shop', phone);
  await phone.sharesAppStateKeys();
  const stop = async () => {
    await cleanUp();
    await whatsapp.stop();
  };
  const again = async (): Promise<Stage> => ({
    ...(await conversation({ whatsapp, call, phone, ana })),
    ...{ call, stop, connection: { url, apikey: GLOBAL_KEY } },
  });
  return { ...(await again()), whatsapp, ana, again };
}

interface Account {
  readonly whatsapp: FakeWhatsApp;
  readonly call: Call;
  readonly phone: Phone;
  readonly ana: Contact;
}

/** Resolves when all that Ana wrote, in her chat and in a new group, is stored. */
async function conversation({ whatsapp, call, phone, ana }: Account) {
  const received = await ana.writes(phone, { text: 'Good morning' });
  const picture = await ana.sendsImage(phone, Buffer.from(PICTURE, 'base64'), { caption: 'look' });
  const voice = await ana.writes(phone, { media: 'audio', bytes: oggOf([50]), ptt: true });
  await until('the keys are here', async () => {
    const archived = { chat: ANA, archive: false };
    return (await call('POST', '/chat/archiveChat/shop', archived)).status === 201;
  });
  const done = await ownDeeds(call);
  const group = whatsapp.groups.find(done.group);
  if (group === undefined) throw new Error('there is no group');
  const groupMessage = await ana.writes(group, { text: 'Hello all' });
  for (const id of [received, picture, voice, groupMessage])
    await until('it is stored', async () => {
      const { body } = await call('POST', '/chat/findMessages/shop', { where: { key: { id } } });
      return body.messages.total === 1;
    });
  return { ...done, received, picture, voice, groupMessage };
}
