/** After how many seconds the messages of a chat vanish: what is sent into it must say so, or it stays on the phones. */
import type { WAMessage, WASocket } from '@whiskeysockets/baileys';
import { LimitedMap } from '../../shared/limited-map.ts';
import { isGroup } from '../chats.ts';
import { isRecord, record } from '../foreign-values.ts';
import type { SessionHost } from '../provider.ts';
import type { Client } from './client.ts';
import type { DescribeGroup } from './groups/cache.ts';
import { bareJid, isLid, isPhone } from './translate/jids.ts';
import { unwrap } from './translate/unwrap.ts';

const CHATS_MAX = 10_000;
/** Value of the protocol's `ProtocolMessage.Type`; some paths of the client give its name. */
const EPHEMERAL_SETTING: readonly unknown[] = [3, 'EPHEMERAL_SETTING'];
/** What is about another message has no timer of its own. */
const WITHOUT_TIMER: ReadonlySet<string> = new Set([
  'reactionMessage',
  'encReactionMessage',
  'pollUpdateMessage',
  'secretEncryptedMessage',
  'senderKeyDistributionMessage',
]);

interface MessageTimersDeps {
  readonly client: Client;
  readonly host: Pick<SessionHost, 'newestIn'>;
  readonly describeGroup: DescribeGroup;
}

export class MessageTimers {
  readonly #deps: MessageTimersDeps;
  /** Of persons, by each JID of the chat. */
  readonly #seconds = new LimitedMap<string, number>(CHATS_MAX);

  constructor(deps: MessageTimersDeps) {
    this.#deps = deps;
  }

  /** A message as it came, or as the account's phone sent it. */
  heard({ key, message }: WAMessage): void {
    const seconds = timerIn(unwrap(message).content);
    if (seconds === null) return;
    for (const jid of [key.remoteJid, key.remoteJidAlt]) {
      const chat = bareJid(jid ?? '');
      if (isPhone(chat) || isLid(chat)) this.#seconds.set(chat, seconds);
    }
  }

  /** In seconds; 0: they stay. */
  async of(chat: string, socket: WASocket): Promise<number> {
    if (isGroup(chat)) return this.#ofGroup(chat, socket);
    if (!isPhone(chat) && !isLid(chat)) return 0;
    const seconds = this.#seconds.get(chat) ?? (await this.#stored(chat, socket));
    this.#seconds.set(chat, seconds);
    return seconds;
  }

  async #ofGroup(group: string, socket: WASocket): Promise<number> {
    // A group that is not described cannot be written to either, and sending says why.
    const described = await this.#deps.describeGroup(group, socket).catch(() => null);
    return described?.ephemeralDuration ?? 0;
  }

  /** What the last message before this session says; messages are stored under the phone's number where it is known. */
  async #stored(chat: string, { signalRepository }: WASocket): Promise<number> {
    const { client, host } = this.#deps;
    const phone = isLid(chat)
      ? await signalRepository.lidMapping.getPNForLID(chat).catch(() => null)
      : chat;
    const newest = await host.newestIn(bareJid(phone ?? chat));
    if (!newest?.content) return 0;
    return timerIn(unwrap(client.proto.Message.decode(newest.content)).content) ?? 0;
  }
}

/** In seconds; null: the message says nothing of it. */
function timerIn(content: Readonly<Record<string, unknown>>): number | null {
  const { type, ephemeralExpiration } = record(content.protocolMessage);
  if (EPHEMERAL_SETTING.includes(type)) return Number(ephemeralExpiration ?? 0);
  if (content.conversation) return 0;
  const said = Object.entries(content).find(
    ([name, value]) => name.endsWith('Message') && !WITHOUT_TIMER.has(name) && isRecord(value),
  );
  if (said === undefined || said[0] === 'protocolMessage') return null;
  return Number(record(record(said[1]).contextInfo).expiration ?? 0);
}
