/** Which chats are watched at the sandbox, and what contacts show. */
import type { CatalogEvent } from '../../events/contract/catalog.ts';
import { iso } from '../../shared/clock.ts';
import { conflict, invalid } from '../../shared/errors.ts';
import { type Activity, PRESENCES, type Presence } from '../chat-actions.ts';
import { isGroup } from '../chats.ts';
import { WatchList } from '../watch-list.ts';
import type { ArrivingPresence } from './driver.ts';
import { chatJid, groupJid, lidOf, personJid } from './jids.ts';

export class SandboxPresence {
  /** Whether the account is shown as online. */
  isAvailable = false;
  readonly #watched = new WatchList();

  /**
   * Returns the chat's JID. Throws `invalid` for what is not a person or group, `conflict` when too many are watched.
   */
  watch(number: string, isWatched: boolean): string {
    const chat = chatJid('number', number);
    if (chat.endsWith('@newsletter')) throw invalid('nobody sees who is online in a channel');
    if (isWatched) this.#watched.add(chat, lidOf(chat));
    else this.#watched.remove(chat);
    return chat;
  }

  /** Throws `conflict` where WhatsApp would not tell anything. */
  eventOf(shown: ArrivingPresence, nowMs: number): CatalogEvent {
    const from = personJid('from', shown.from);
    const chat = shown.group === undefined ? from : groupJid('group', shown.group);
    if (shown.group !== undefined && isOnlineOrNot(shown.presence))
      throw invalid('whether somebody is online is not shown in a group');
    if (!this.#watched.has(chat))
      throw conflict(`${chat} is not watched: call /chat/presenceSubscribe first`);
    if (!this.isAvailable)
      throw conflict('the account is not shown as available: call /instance/setPresence first');
    return presenceEvent(shown, from, chat, nowMs);
  }
}

const isOnlineOrNot = (shown: Activity | Presence): shown is Presence =>
  PRESENCES.some((presence) => presence === shown);

function presenceEvent(
  { presence, lastSeen }: ArrivingPresence,
  from: string,
  chat: string,
  nowMs: number,
): CatalogEvent {
  if (isOnlineOrNot(presence)) {
    const isUnavailable = presence === 'unavailable';
    const LastSeen = isUnavailable && lastSeen !== undefined ? iso(lastSeen) : null;
    return { type: 'Presence', data: { From: from, Unavailable: isUnavailable, LastSeen } };
  }
  return {
    type: 'ChatPresence',
    data: {
      Chat: chat,
      Sender: from,
      SenderAlt: lidOf(from),
      IsFromMe: false,
      IsGroup: isGroup(chat),
      State: presence === 'paused' ? 'paused' : 'composing',
      Media: presence === 'recording' ? 'audio' : '',
      Timestamp: iso(nowMs),
    },
  };
}
