/** A service with an instance that has said and heard something, for the requests of clients to be about. */
import { startFakeWhatsApp } from '../doubles/whatsapp/server.ts';
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
  readonly app: RunningApp;
  readonly connection: { readonly url: string; readonly apikey: string };
  /** Of messages in the chat with Ana. */
  readonly received: string;
  readonly sent: string;
  readonly picture: string;
  /** Where Ana and the account are, which is its admin. */
  readonly group: string;
  readonly groupMessage: string;
  readonly inviteCode: string;
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  stop(): Promise<void>;
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
export async function sandboxStage(): Promise<Stage> {
  const app = await startApp();
  await app.openInstance('shop');
  const { call } = app;
  const arrival = async (message: object): Promise<string> => {
    const given = { from: ANA, ...message };
    return (await call('POST', '/sandbox/shop/message', given)).body.messageId;
  };
  const done = await sentAndGroup(call);
  return {
    ...done,
    app,
    call,
    connection: { url: app.url, apikey: GLOBAL_KEY },
    received: await arrival({ kind: 'text', text: 'Good morning' }),
    picture: await arrival({ kind: 'image', caption: 'look' }),
    groupMessage: await arrival({ kind: 'text', text: 'Hello all', group: done.group }),
    stop: () => app.stop(),
  };
}

/** The same on WhatsApp, where no file is: those are fetched by a process of its own alone. */
export async function whatsAppStage(): Promise<Stage> {
  const whatsapp = await startFakeWhatsApp();
  whatsapp.makesPairingShort = true;
  const app = await startApp({ env: whatsAppVariables(whatsapp) });
  const { call } = app;
  const phone = whatsapp.phone({ number: '5511999990000', name: 'Shop' });
  const ana = whatsapp.contact({ number: ANA, name: 'Ana' });
  whatsapp.contact({ number: BOB, name: 'Bob' });
  await pairInstance(call, 'shop', phone);
  await phone.sharesAppStateKeys();
  const received = await ana.writes(phone, { text: 'Good morning' });
  await until('it is stored', async () => {
    const read = { readMessages: [{ id: received }] };
    return (await call('POST', '/chat/markMessageAsRead/shop', read)).status === 201;
  });
  await until('the keys are here', async () => {
    const archived = { chat: ANA, archive: false };
    return (await call('POST', '/chat/archiveChat/shop', archived)).status === 201;
  });
  const done = await sentAndGroup(call);
  return {
    ...done,
    app,
    call,
    connection: { url: app.url, apikey: GLOBAL_KEY },
    received,
    picture: '',
    groupMessage: '',
    async stop() {
      await app.stop();
      await whatsapp.stop();
    },
  };
}
