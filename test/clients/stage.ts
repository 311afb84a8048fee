/** A service with an instance that has said and heard something, for the requests of clients to be about. */
import { type Answer, GLOBAL_KEY, type RunningApp, startApp } from '../helpers/app.ts';

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

/** The instance is called shop, and open. */
export async function sandboxStage(): Promise<Stage> {
  const app = await startApp();
  await app.openInstance('shop');
  const { call } = app;
  const arrival = async (message: object): Promise<string> => {
    const given = { from: ANA, ...message };
    return (await call('POST', '/sandbox/shop/message', given)).body.messageId;
  };
  const said = await call('POST', '/message/sendText/shop', { number: ANA, text: 'helo' });
  const created = { subject: 'Family', participants: [ANA] };
  const { id: group } = (await call('POST', '/group/create/shop', created)).body;
  const { inviteCode } = (await call('GET', `/group/inviteCode/shop?groupJid=${group}`)).body;
  return {
    app,
    call,
    connection: { url: app.url, apikey: GLOBAL_KEY },
    received: await arrival({ kind: 'text', text: 'Good morning' }),
    sent: said.body.key.id,
    picture: await arrival({ kind: 'image', caption: 'look' }),
    group,
    groupMessage: await arrival({ kind: 'text', text: 'Hello all', group }),
    inviteCode,
    stop: () => app.stop(),
  };
}
