/** What must be there before the examples of the gateway can be sent. */
import { createHmac } from 'node:crypto';
import {
  INSTANCE,
  OWN_NUMBER,
  PHONE_NUMBER_ID,
  RECORD_ID,
  REPLAY_ID,
  WABA_ID,
} from '../../../src/core/http/example-values.ts';
import { sign, signingKey } from '../../../src/core/webhooks/signature.ts';
import { GLOBAL_KEY } from '../../helpers/app.ts';
import { askForPasskey, hasPhase } from '../../helpers/passkey-phone.ts';
import {
  APP_SECRET,
  call,
  closed,
  delivery,
  group,
  instanceId,
  label,
  newsletter,
  type Preparation,
  pairing,
  person,
  received,
  receivedPoll,
  type Shop,
  scheduled,
  sent,
  sentPoll,
  template,
  waiting,
} from './shop.ts';

const both =
  (...all: readonly Preparation[]): Preparation =>
  async (shop) => {
    const found = {};
    for (const one of all) Object.assign(found, await one(shop));
    return found;
  };

const gone: Preparation = async ({ ask }) => {
  await ask('DELETE', `/instance/delete/${INSTANCE}`);
  return {};
};

/** The invitation to a group that the account is not in. */
const invitation: Preparation = async (shop) => {
  const { '120363000000000001@g.us': jid = '' } = await group(shop);
  const at = `${INSTANCE}?groupJid=${jid}`;
  const { inviteCode } = await shop.ask('GET', `/group/inviteCode/${at}`);
  await shop.ask('DELETE', `/group/leaveGroup/${at}`);
  return { AbCdEfGhIjKlMnOpQrStUv: inviteCode };
};

const newsletterLink: Preparation = async (shop) => {
  await newsletter(shop);
  const [{ thread_metadata: about }] = await shop.ask('GET', `/newsletter/list/${INSTANCE}`);
  return { '0029VaAbCdEfGhIjKlMnOpQ': about.invite };
};

const TOKEN = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE';

/** The account asks for its passkey. */
const ceremony: Preparation = async (shop) => {
  await shop.ask('DELETE', `/instance/delete/${INSTANCE}`);
  await shop.ask('POST', '/instance/create', { instanceName: INSTANCE, provider: 'whatsapp' });
  await askForPasskey(shop.app.call, shop.whatsapp, INSTANCE, OWN_NUMBER);
  const { instance } = await shop.ask('GET', `/instance/connectionState/${INSTANCE}`);
  return { [TOKEN]: instance.passkey.ceremonyUrl.split('/').at(-1) };
};

const answered: Preparation = async (shop) => {
  const replaced = await ceremony(shop);
  const path = `/passkey-ceremony/${replaced[TOKEN]}`;
  const { publicKey } = await shop.ask('GET', path);
  await shop.ask('POST', `${path}/response`, credentialFor(shop, publicKey));
  await hasPhase(shop.app.call, INSTANCE, 'passkey_confirm');
  return replaced;
};

/** The instance is a number at Meta. */
const cloud: Preparation = async ({ ask, graph }) => {
  await ask('DELETE', `/instance/delete/${INSTANCE}`);
  const { number: _, ...account } = graph.world.addAccount();
  const own = { appSecret: APP_SECRET, verifyToken: 'my-verify-token' };
  await ask('POST', '/instance/create', {
    instanceName: INSTANCE,
    provider: 'whatsapp-cloud',
    ...account,
    ...own,
  });
  return { EAAGm0PX4ZCpsBAKZCZA: account.accessToken };
};

const endpoint: Preparation = async ({ ask, receiver }) => {
  const body = { name: 'orders', url: new URL(crypto.randomUUID(), receiver.url).href };
  const { id } = await ask('POST', `/webhook/endpoints/${INSTANCE}`, body);
  return { [RECORD_ID]: id };
};

/** A replay that is not over for a second. */
const replay: Preparation = async (shop) => {
  const found = await endpoint(shop);
  const at = `/webhook/endpoints/${INSTANCE}/${found[RECORD_ID]}`;
  const { id } = await shop.ask('POST', `${at}/recover`, {
    since: '2020-01-01T00:00:00.000Z',
    ratePerSecond: 1,
  });
  return { ...found, [REPLAY_ID]: id };
};

const paused: Preparation = async (shop) => {
  const found = await replay(shop);
  const at = `/webhook/endpoints/${INSTANCE}/${found[RECORD_ID]}/recoveries/${found[REPLAY_ID]}`;
  await shop.ask('POST', `${at}/pause`);
  return found;
};

/** Under this name the secret of the webhook is handed on that points at the echo receiver. */
const ECHO_SECRET = 'secret of the echo receiver';
const echo: Preparation = async ({ ask, app }) => {
  const url = `${app.url}/echo/${INSTANCE}`;
  await ask('POST', `/webhook/set/${INSTANCE}`, { enabled: true, url });
  const { secret } = await ask('GET', `/webhook/secret/${INSTANCE}`);
  return { [ECHO_SECRET]: secret };
};

const link: Preparation = async ({ ask }) => {
  const { id } = await ask('POST', `/portal/${INSTANCE}`, {});
  return { [RECORD_ID]: id };
};

const withoutTemplates: Preparation = async ({ ask }) => {
  for (const { name } of await ask('GET', `/template/find/${INSTANCE}`))
    await ask('DELETE', `/template/delete/${INSTANCE}`, { name });
  return {};
};

const nothing: Preparation = async () => ({});
/** The ids of the shop. */
const graphIds: Preparation = async ({ ask }) => {
  const [found] = await ask('GET', `/instance/fetchInstances?instanceName=${INSTANCE}`);
  return { [PHONE_NUMBER_ID]: found.phoneNumberId, [WABA_ID]: found.wabaId };
};

/** A file of the shop takes the place of its number. */
const uploaded: Preparation = async (shop) => {
  const { [PHONE_NUMBER_ID]: number } = await graphIds(shop);
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('file', new Blob(['book,9'], { type: 'text/csv' }), 'prices.csv');
  const bearer = { authorization: `Bearer ${GLOBAL_KEY}` };
  const { id } = await shop.ask('POST', `/graph/v25.0/${number}/media`, form, bearer);
  return { [PHONE_NUMBER_ID]: id };
};

/** A template of the shop takes the place of its number, and is found by a key of the shop. */
const templateOfNumber: Preparation = async (shop) => {
  const { apikey } = await shop.ask('POST', `/instance/key/rotate/${INSTANCE}`, {});
  const { id } = await shop.ask('POST', `/template/create/${INSTANCE}`, {
    ...{ name: 'order_changed', language: 'en_US', category: 'UTILITY' },
    components: [{ type: 'BODY', text: 'Your order is ready.' }],
  });
  return { [PHONE_NUMBER_ID]: id, [GLOBAL_KEY]: apikey };
};

export const PREPARED: Readonly<Record<string, Preparation>> = {
  'POST /instance/create': gone,
  'PATCH /instance/credentials/{instanceName}': cloud,
  'GET /provider/whatsapp-cloud/webhook/{instanceName}': cloud,
  'POST /provider/whatsapp-cloud/webhook/{instanceName}': cloud,
  'POST /echo/{instanceName}': echo,
  'GET /instance/connect/{instanceName}': closed,
  'POST /instance/connect': closed,
  'POST /webhook/test/{instanceName}': delivery,
  'GET /webhook/endpoints/{instanceName}/{endpointId}': endpoint,
  'PATCH /webhook/endpoints/{instanceName}/{endpointId}': endpoint,
  'DELETE /webhook/endpoints/{instanceName}/{endpointId}': endpoint,
  'POST /webhook/endpoints/{instanceName}/{endpointId}/recover': endpoint,
  'GET /webhook/endpoints/{instanceName}/{endpointId}/recoveries': replay,
  'GET /webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}': replay,
  'POST /webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}/pause': replay,
  'POST /webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}/resume': paused,
  'POST /webhook/endpoints/{instanceName}/{endpointId}/recoveries/{recoveryId}/cancel': replay,
  'GET /portal/{instanceName}': link,
  'DELETE /portal/{instanceName}/{linkId}': link,
  'GET /delivery/find/{instanceName}': delivery,
  'GET /delivery/{deliveryId}': delivery,
  'GET /delivery/request/{deliveryId}': delivery,
  'GET /passkey-ceremony/{token}': ceremony,
  'POST /passkey-ceremony/{token}/response': ceremony,
  'POST /passkey-ceremony/{token}/confirm': answered,
  'POST /sandbox/{instanceName}/scan': waiting,
  'POST /sandbox/{instanceName}/pair': pairing,
  'POST /sandbox/{instanceName}/ack': sent,
  'POST /sandbox/{instanceName}/receipt': sent,
  'POST /template/create/{instanceName}': withoutTemplates,
  'GET /template/find/{instanceName}': template,
  'POST /template/edit/{instanceName}': template,
  'POST /message/sendTemplate/{instanceName}': template,
  'DELETE /template/delete/{instanceName}': template,
  'POST /message/sendPollVote/{instanceName}': receivedPoll,
  'POST /message/sendReaction/{instanceName}': received('text'),
  'POST /message/forward/{instanceName}': received('text'),
  'POST /chat/updateMessage/{instanceName}': sent,
  'DELETE /chat/deleteMessageForEveryone/{instanceName}': sent,
  'GET /message/status/{instanceName}/{messageId}': sent,
  'GET /message/explain/{instanceName}/{messageId}': sent,
  'GET /message/scheduled/{instanceName}': scheduled,
  'GET /message/scheduled/{instanceName}/{id}': scheduled,
  'DELETE /message/scheduled/{instanceName}/{id}': scheduled,
  'GET /message/search/{instanceName}': received('text'),
  'POST /chat/markMessageAsRead/{instanceName}': received('text'),
  'POST /chat/markMessageAsPlayed/{instanceName}': received('audio'),
  'POST /chat/archiveChat/{instanceName}': received('text'),
  'POST /chat/markChatUnread/{instanceName}': received('text'),
  'POST /chat/findMessages/{instanceName}': received('text'),
  'POST /chat/findStatusMessage/{instanceName}': sent,
  'GET /chat/findChatByRemoteJid/{instanceName}': received('text'),
  'POST /chat/findChats/{instanceName}': received('text'),
  'POST /chat/findContacts/{instanceName}': received('text'),
  'POST /chat/getPollVote/{instanceName}': sentPoll,
  'POST /chat/getBase64FromMediaMessage/{instanceName}': received('image'),
  'POST /chat/fetchProfilePictureUrl/{instanceName}': person,
  'POST /chat/fetchProfile/{instanceName}': person,
  'POST /label/handleLabel/{instanceName}': label,
  'GET /label/findLabels/{instanceName}': label,
  'POST /call/reject/{instanceName}': call,
  'GET /group/inviteInfo/{instanceName}': invitation,
  'GET /group/acceptInviteCode/{instanceName}': invitation,
  'GET /newsletter/list/{instanceName}': newsletter,
  'POST /newsletter/link/{instanceName}': newsletterLink,
  'GET /instance/info/{instanceId}': instanceId,
  'GET /instance/logs/{instanceId}': instanceId,
  'GET /instance/qr': waiting,
  'POST /instance/pair': waiting,
  'GET /label/list': label,
  'POST /label/chat': label,
  'POST /unlabel/chat': label,
  'GET /graph/{version}/{id}/bytes': uploaded,
  'DELETE /graph/{version}/{id}': uploaded,
  'POST /graph/{version}/{id}': templateOfNumber,
  'POST /label/message': both(label, received('text')),
  'POST /unlabel/message': both(label, received('text')),
  'POST /message/markread': received('text'),
  'POST /message/markplayed': received('audio'),
  'POST /message/react': received('text'),
  'POST /message/downloadmedia': received('image'),
  'POST /message/status': sent,
  'POST /message/delete': sent,
  'POST /message/edit': sent,
  'GET /polls/{messageId}/results': sentPoll,
  'POST /send/pollVote': receivedPoll,
  'POST /call/reject': call,
  'GET /user/contacts': received('text'),
  'POST /user/avatar': person,
  'POST /user/info': person,
  'POST /user/lid': person,
  'POST /group/join': invitation,
  'GET /newsletter/list': newsletter,
  'POST /newsletter/link': newsletterLink,
};

const isOfGraph = (name: string): boolean => / \/graph\//.test(name);
const needsGroup = (name: string): boolean => / \/group\//.test(name) && !/\/create/.test(name);

/** To be run while the shop is open. */
export const preparationOf = (name: string): Preparation =>
  isOfGraph(name)
    ? both(graphIds, PREPARED[name] ?? nothing)
    : (PREPARED[name] ?? (needsGroup(name) ? group : nothing));

/** The credential of paths that take no other: the global key, or another that was prepared. */
export const bearerOf = (
  name: string,
  { [GLOBAL_KEY]: key = GLOBAL_KEY }: Awaited<ReturnType<Preparation>>,
): Record<string, string> => (isOfGraph(name) ? { authorization: `Bearer ${key}` } : {});

/** Signatures, which no example can hold: the platform's, and that of a webhook of the shop. */
export function signatureOf(
  name: string,
  body: unknown,
  { [ECHO_SECRET]: secret }: Awaited<ReturnType<Preparation>>,
): Record<string, string> {
  if (secret !== undefined) {
    const head = { id: RECORD_ID, seconds: String(Math.floor(Date.now() / 1_000)) };
    const signature = sign([signingKey(secret)], { ...head, body: JSON.stringify(body) });
    return {
      'webhook-id': head.id,
      'webhook-timestamp': head.seconds,
      'webhook-signature': signature,
    };
  }
  if (!name.startsWith('POST /provider/')) return {};
  const signature = createHmac('sha256', APP_SECRET).update(JSON.stringify(body)).digest('hex');
  return { 'x-hub-signature-256': `sha256=${signature}` };
}

/** The answer to a challenge that was made just now, where an operation takes one; null: it takes none. */
export async function credentialOf(shop: Shop, name: string, path: string): Promise<unknown> {
  if (name !== 'POST /passkey-ceremony/{token}/response') return null;
  const { publicKey } = await shop.ask('GET', path.slice(0, -'/response'.length));
  return credentialFor(shop, publicKey);
}

const credentialFor = ({ whatsapp }: Shop, publicKey: { readonly challenge: string }) =>
  whatsapp.phone({ number: OWN_NUMBER }).passkey?.use(publicKey);
