/**
 * Knows after how many seconds the messages of a chat disappear. A message that is sent must say so, or phones keep it.
 */

import { isGroup } from '../../core/providers/chats.ts';
import { isRecord, record } from '../../core/providers/foreign-values.ts';
import { isOfPerson } from '../../core/shared/addresses/chat-address.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { SessionContext } from './context.ts';
import type { WAMessage, WASocket } from './engine/surface.ts';
import { byNumber } from './other-address.ts';
import { unwrap } from './translate/content.ts';
import { bareJid } from './translate/jids.ts';

const CHATS_MAX = 10_000;
/** The value of `ProtocolMessage.Type`; some paths of Baileys give its name. */
const EPHEMERAL_SETTING: readonly unknown[] = [3, 'EPHEMERAL_SETTING'];
/** Messages about another message have no timer of their own. */
const WITHOUT_TIMER: ReadonlySet<string> = new Set([
  'reactionMessage',
  'encReactionMessage',
  'pollUpdateMessage',
  'secretEncryptedMessage',
  'senderKeyDistributionMessage',
]);

export class MessageTimers {
  readonly #deps: SessionContext;
  /** Timers of chats with one person, by each JID of the chat. */
  readonly #seconds = new LimitedMap<string, number>(CHATS_MAX);

  constructor(deps: SessionContext) {
    this.#deps = deps;
  }

  /** Notes the timer of a message that was received, or sent by the account's phone. */
  note({ key, message }: WAMessage): void {
    const seconds = timerIn(unwrap(message).content);
    if (seconds === null) return;
    for (const jid of [key.remoteJid, key.remoteJidAlt]) {
      const chat = bareJid(jid ?? '');
      if (isOfPerson(chat)) this.#seconds.set(chat, seconds);
    }
  }

  /** Returns the seconds after which messages disappear, or 0 when they stay. */
  async of(chat: string, socket: WASocket): Promise<number> {
    if (isGroup(chat)) return this.#ofGroup(chat, socket);
    if (!isOfPerson(chat)) return 0;
    const seconds = this.#seconds.get(chat) ?? (await this.#stored(chat, socket));
    this.#seconds.set(chat, seconds);
    return seconds;
  }

  async #ofGroup(group: string, socket: WASocket): Promise<number> {
    // A group that cannot be described cannot be written to either, and sending reports why.
    const described = await this.#deps.groups.find(group, socket).catch(() => null);
    return described?.ephemeralDuration ?? 0;
  }

  /** Returns the timer of the last stored message. Messages are stored under the phone's number where it is known. */
  async #stored(chat: string, socket: WASocket): Promise<number> {
    const { baileys, host } = this.#deps;
    const newest = await host.newestIn(await byNumber(chat, socket));
    if (!newest?.content) return 0;
    return timerIn(unwrap(baileys.proto.Message.decode(newest.content)).content) ?? 0;
  }
}

/** Returns the seconds, or null when the message does not say. */
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
