/** The actions of an account in its WhatsApp chats besides sending messages. */

import type { Label } from '../../core/messages/labels.ts';
import type { KeyedMessage, StoredMessage } from '../../core/messages/rows.ts';
import type { SamePerson } from '../../core/messages/store/merge-statements.ts';
import {
  type Activity,
  type BlockedContact,
  type ChatActions,
  type ChatChange,
  type ChatHistory,
  changedBy,
  type FoundNumber,
  type HistoryRequest,
  type Presence,
  type Profile,
} from '../../core/providers/chat-actions.ts';
import type { LabelChange } from '../../core/providers/labelling.ts';
import { keyOf } from '../../core/providers/message-content.ts';
import { isLid, isOfPerson, isPhone } from '../../core/shared/addresses/chat-address.ts';
import type { Username } from '../../core/shared/addresses/username.ts';
import { failure, invalid, messageOf } from '../../core/shared/errors.ts';
import { type AppStateSync, changeAppState, modificationOf } from './app-state.ts';
import { ask, type QuestionContext } from './ask.ts';
import type { SessionContext } from './context.ts';
import type { WASocket } from './engine/surface.ts';
import type { HistoryRequests } from './history.ts';
import type { WhatsAppLabels } from './labels.ts';
import {
  LookUpTurns,
  NumberLookUp,
  queryNumbers,
  queryUsername,
  type Recipients,
  UsernameLookUp,
} from './numbers/look-up.ts';
import type { NumberStore } from './numbers/store.ts';
import { otherAddress } from './other-address.ts';
import { pictureOf, profileOf } from './profiles.ts';
import { bareJid, isNewsletter } from './translate/jids.ts';
import type { WatchedChats } from './watched-chats.ts';

interface ChatDeps extends QuestionContext, Pick<SessionContext, 'host'> {
  readonly recipients: Recipients;
  readonly numbers: NumberStore;
  readonly watched: WatchedChats;
  readonly labels: WhatsAppLabels;
  readonly appState: AppStateSync;
  readonly past: HistoryRequests;
}

export class WhatsAppChats implements ChatActions {
  readonly #deps: ChatDeps;
  readonly #numbers: NumberLookUp;
  readonly #usernames: UsernameLookUp;

  constructor(deps: ChatDeps) {
    this.#deps = deps;
    const turns = new LookUpTurns(deps.clock);
    this.#numbers = new NumberLookUp(turns, deps.numbers, (numbers) =>
      ask(deps, (socket) => queryNumbers(socket, numbers)),
    );
    this.#usernames = new UsernameLookUp({
      ...deps,
      turns,
      query: (username) => ask(deps, (socket) => queryUsername(socket, username)),
    });
  }

  numbersOf(lids: readonly string[]): Promise<readonly SamePerson[]> {
    return ask(this.#deps, async (socket) => {
      const people: SamePerson[] = [];
      for (const from of lids) {
        const to = await otherAddress(from, socket);
        if (isPhone(to)) people.push({ from, to });
      }
      return people;
    });
  }

  findUsername(username: Username): Promise<string> {
    return this.#usernames.find(username);
  }

  lookUp(numbers: readonly string[]): Promise<readonly FoundNumber[]> {
    return this.#numbers.find(numbers);
  }

  async confirm(as: 'read' | 'played', messages: readonly KeyedMessage[]): Promise<void> {
    const received = messages.filter(({ isFromMe }) => !isFromMe);
    if (received.length === 0) return;
    await ask(this.#deps, async (socket) => {
      if (as === 'read') await socket.readMessages(received.map(keyOf));
      else await socket.sendReceipts(received.map(keyOf), 'played');
    });
  }

  async showActivity(number: string, activity: Activity): Promise<void> {
    await ask(this.#deps, async (socket) => {
      const jid = await this.#deps.recipients.find(number, socket);
      if (isNewsletter(jid)) throw failure('no_typing_in_channels');
      await socket.sendPresenceUpdate(activity, jid);
    });
  }

  async showPresence(presence: Presence): Promise<void> {
    await ask(this.#deps, async (socket) => {
      // Without a name Baileys would drop it silently.
      if (!socket.authState.creds.me?.name) throw failure('presence_without_name');
      await socket.sendPresenceUpdate(presence);
      await this.#deps.watched.shown(presence, socket);
    });
  }

  watch(number: string, isWatched: boolean): Promise<string> {
    return ask(this.#deps, async (socket) => {
      const jid = await this.#deps.recipients.find(number, socket);
      if (isNewsletter(jid)) throw failure('no_presence_in_channels');
      if (isWatched) await this.#deps.watched.watch(jid, socket);
      else this.#deps.watched.forget(jid);
      return jid;
    });
  }

  change(number: string, change: ChatChange, last: StoredMessage | null): Promise<string> {
    const modification = modificationOf(change, last, this.#deps.clock.now());
    return this.#change(async (socket) => {
      const jid = await this.#personOrGroup(number, socket);
      await changeAppState(socket, jid, modification);
      await this.#deps.host.updateChats([changedBy(jid, change)]);
      return jid;
    });
  }

  async label(number: string, labelId: string, isLabelled: boolean): Promise<string> {
    const { labelling } = this.#deps.labels;
    await labelling.require(labelId);
    const modification = isLabelled
      ? { addChatLabel: { labelId } }
      : { removeChatLabel: { labelId } };
    return this.#change(async (socket) => {
      const chat = await this.#personOrGroup(number, socket);
      const formerly = await changeAppState(socket, chat, modification);
      await labelling.associated({ labelId, chat, formerly, messageId: '', isLabelled });
      return chat;
    });
  }

  async labelMessage(message: StoredMessage, labelId: string, isLabelled: boolean) {
    const { labelling } = this.#deps.labels;
    await labelling.require(labelId);
    const { id: messageId, chat } = message;
    const label = { labelId, messageId };
    const modification = isLabelled ? { addMessageLabel: label } : { removeMessageLabel: label };
    return this.#change(async (socket) => {
      await changeAppState(socket, chat, modification);
      await labelling.associated({ labelId, chat, formerly: chat, messageId, isLabelled });
      return chat;
    });
  }

  async editLabel(change: LabelChange): Promise<Label> {
    const { labelling } = this.#deps.labels;
    const edit = await labelling.planned(change);
    const { predefinedId, isDeleted: deleted, ...label } = edit;
    const ofAll = predefinedId !== null && { predefinedId: Number(predefinedId) };
    const addLabel = { ...label, ...ofAll, deleted };
    await this.#change(async (socket) => {
      await changeAppState(socket, '', { addLabel });
      await labelling.edited(edit);
    });
    return { ...label, predefinedId };
  }

  /** Runs a change that all devices of the account get, and that is stored here afterwards. */
  #change<T>(work: (socket: WASocket) => Promise<T>): Promise<T> {
    return ask(this.#deps, (socket) => this.#deps.appState.changing(() => work(socket)));
  }

  async #personOrGroup(number: string, socket: WASocket): Promise<string> {
    const jid = await this.#deps.recipients.find(number, socket);
    if (isNewsletter(jid)) throw invalid('number must be of a person or a group');
    return jid;
  }

  async pictureOf(number: string) {
    return ask(this.#deps, async (socket) => {
      const jid = await this.#deps.recipients.find(number, socket);
      if (isNewsletter(jid)) throw invalid('the picture of a channel cannot be asked for');
      return { jid, url: await pictureOf(socket, jid) };
    });
  }

  history(request: HistoryRequest): Promise<ChatHistory> {
    return this.#deps.past.ask(this.#deps, request);
  }

  profileOf(number: string): Promise<Profile> {
    return ask(this.#deps, async (socket) => profileOf(socket, await this.#person(number, socket)));
  }

  blocked(): Promise<readonly BlockedContact[]> {
    return ask(this.#deps, async (socket) => {
      const found = (await socket.fetchBlocklist()).map(bareJid).filter((jid) => jid !== '');
      return Promise.all(found.map((jid) => bothAddressesOf(jid, socket)));
    });
  }

  async #person(number: string, socket: WASocket): Promise<string> {
    const jid = await this.#deps.recipients.find(number, socket);
    if (!isOfPerson(jid)) throw invalid('number must be of a person');
    return jid;
  }

  async block(number: string, isBlocked: boolean): Promise<void> {
    await ask(this.#deps, async (socket) => {
      const jid = await this.#person(number, socket);
      await socket.updateBlockStatus(jid, isBlocked ? 'block' : 'unblock').catch((error) => {
        // Baileys throws this itself, before it asks WhatsApp.
        if (!/^Unable to resolve/.test(messageOf(error))) throw error;
        throw failure('other_address_unknown', { number });
      });
    });
  }
}

async function bothAddressesOf(jid: string, socket: WASocket): Promise<BlockedContact> {
  const other = await otherAddress(jid, socket);
  return isLid(jid) ? { jid: other || jid, lid: jid } : { jid, lid: other || null };
}
