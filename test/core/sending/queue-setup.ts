/** The gateway with an instance called shop, whose provider stores what it sends, and notes it with the time. */
import type { MessageRecord } from '../../../src/core/messages/rows.ts';
import type { OutgoingMedia, OutgoingMessage } from '../../../src/core/providers/outgoing.ts';
import type { ScriptedProvider, ScriptedSession } from '../../doubles/scripted-provider.ts';
import type { PaceOptions } from '../../helpers/sending-queue.ts';
import { until } from '../../helpers/until.ts';
import { openGateway } from '../../modules/gateway/message/setup.ts';

export const ANA = '5511911110000';
export const BIA = '5511922220000';
export const jid = (number: string) => `${number}@s.whatsapp.net`;

export interface SentEntry {
  readonly at: number;
  readonly number: string;
  readonly id: string | undefined;
  readonly text: string;
}

type SentContent = OutgoingMessage | OutgoingMedia;
const textOf = (message: SentContent) =>
  'content' in message && message.content.kind === 'text' ? message.content.text : 'a file';

let made = 0;

async function accepted({ host }: ScriptedSession, message: SentContent, at: number) {
  const { number } = message;
  const { id = `3EB0MADE${made++}` } = message;
  const chat = number.includes('@') ? number : jid(number);
  const record: MessageRecord = {
    id,
    isFromMe: true,
    chat,
    sender: jid('5511999990000'),
    chatAddress: chat,
    authorAddress: '',
    kind: 'text',
    content: null,
    sentAt: at,
    status: 'Pending',
  };
  await host.emitAll([], [record]);
  const text = textOf(message);
  return { id, remoteJid: chat, timestamp: 0, message: { conversation: text }, pushName: 'Shop' };
}

/** Makes the provider store what it is given, unless `refuse` gives an error for it. */
export function storing(
  provider: ScriptedProvider,
  now: () => number,
  refuse: (message: SentContent) => Error | null = () => null,
): { left: SentEntry[]; shown: string[] } {
  const left: SentEntry[] = [];
  const shown: string[] = [];
  const send = async (session: ScriptedSession, message: SentContent) => {
    const refusal = refuse(message);
    if (refusal !== null) throw refusal;
    const at = now();
    const sent = await accepted(session, message, at);
    left.push({ at, number: message.number, id: message.id, text: textOf(message) });
    return sent;
  };
  provider.script.send = send;
  provider.script.sendMedia = send;
  const chats = {
    async showActivity(number: string, activity: string) {
      shown.push(`${activity} ${number}`);
    },
  };
  // The queue does nothing else in chats.
  provider.script.chats = () => chats as unknown as ReturnType<typeof provider.script.chats>;
  return { left, shown };
}

export async function stage(
  options: PaceOptions & { readonly refuse?: (message: SentContent) => Error | null } = {},
) {
  const { g, key } = await openGateway(options);
  const { left, shown } = storing(g.provider, g.clock.now, options.refuse);
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    g.call('POST', `/message/${path}/shop`, { key, body, headers });
  const say = (number: string, text: string, more: object = {}) =>
    post('sendText', { number, text, ...more });
  const statusOf = async (id: string) =>
    (await g.call('GET', `/message/status/shop/${id}`, { key })).body;
  const get = (path: string) => g.call('GET', path, { key });
  const texts = () => left.map(({ text }) => text);
  const gone = (count: number) => until(`${count} have left`, () => left.length === count);
  const soon = (ms: number) => new Date(g.clock.now() + ms).toISOString();
  return { g, key, left, shown, post, say, statusOf, get, texts, gone, soon };
}
