/** A service with an instance that has said and heard something, for the requests of clients to be about. */
import type { Contact } from '../doubles/whatsapp/contact.ts';
import { type FakeWhatsApp, startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
import { type Answer, GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';
import { until } from '../helpers/until.ts';
import { pairInstance, whatsAppVariables } from '../helpers/whatsapp.ts';
import { cleanUp, freshDataDir, isolated, listening, spawnService } from '../process/spawned.ts';

export const ANA = '5511888880000';
export const ANA_JID = `${ANA}@s.whatsapp.net`;
export const BOB = '5511777770000';
/** A PNG of one pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface Stage {
  readonly connection: { readonly url: string; readonly apikey: string };
  /** Of messages in the chat with Ana. */
  readonly received: string;
  readonly sent: string;
  readonly picture: string;
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
}

type Call = Stage['call'];

/** What the account has done by itself. */
async function sentAndGroup(call: Call): Promise<Pick<Stage, 'sent' | 'group' | 'inviteCode'>> {
  const said = await call('POST', '/message/sendText/shop', { number: ANA, text: 'helo' });
  const created = { subject: 'Family', participants: [ANA] };
  const { id: group } = (await call('POST', '/group/create/shop', created)).body;
  const { inviteCode } = (await call('GET', `/group/inviteCode/shop?groupJid=${group}`)).body;
  return { sent: said.body.key.id, group, inviteCode };
}

/** The instance is called shop, and open. */
export async function sandboxStage(env: Record<string, string> = {}): Promise<Stage> {
  const app = await startApp({ env });
  await app.openInstance('shop');
  const { call } = app;
  const arrival = async (message: object): Promise<string> => {
    const given = { from: ANA, ...message };
    return (await call('POST', '/sandbox/shop/message', given)).body.messageId;
  };
  const done = await sentAndGroup(call);
  return {
    ...done,
    call,
    connection: { url: app.url, apikey: GLOBAL_KEY },
    received: await arrival({ kind: 'text', text: 'Good morning' }),
    picture: await arrival({ kind: 'image', caption: 'look' }),
    groupMessage: await arrival({ kind: 'text', text: 'Hello all', group: done.group }),
    stop: () => app.stop(),
  };
}

/** A service of its own process, which trusts the media servers of this WhatsApp as an operator would make it. */
async function serviceFor(whatsapp: FakeWhatsApp) {
  const service = spawnService({
    ...isolated(await freshDataDir()),
    ...whatsAppVariables(whatsapp),
    GLOBAL_API_KEY: GLOBAL_KEY,
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
export async function whatsAppStage(): Promise<WhatsAppStage> {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const { url, call } = await serviceFor(whatsapp);
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: ANA, name: 'Ana' });
  whatsapp.contact({ number: BOB, name: 'Bob' });
  await pairInstance(call, 'shop', phone);
  await phone.sharesAppStateKeys();
  const received = await ana.writes(phone, { text: 'Good morning' });
  const picture = await ana.sendsImage(phone, Buffer.from(PICTURE, 'base64'), { caption: 'look' });
  await until('the keys are here', async () => {
    const archived = { chat: ANA, archive: false };
    return (await call('POST', '/chat/archiveChat/shop', archived)).status === 201;
  });
  const done = await sentAndGroup(call);
  const group = whatsapp.groups.find(done.group);
  if (group === undefined) throw new Error('there is no group');
  const groupMessage = await ana.writes(group, { text: 'Hello all' });
  await until('all is stored', async () => {
    const ids = [received, picture, groupMessage].map((id) => ({ id }));
    const read = { readMessages: ids };
    return (await call('POST', '/chat/markMessageAsRead/shop', read)).status === 201;
  });
  return {
    ...{ ...done, call, whatsapp, ana, received, picture, groupMessage },
    connection: { url, apikey: GLOBAL_KEY },
    async stop() {
      await cleanUp();
      await whatsapp.stop();
    },
  };
}
