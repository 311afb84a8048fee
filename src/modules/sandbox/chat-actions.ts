/** The chat actions and the profile of the sandbox: it lists what is done, so that a test can see it. */
import type { KeyedMessage } from '../../core/messages/rows.ts';
import type {
  CallActions,
  OwnProfile,
  Privacy,
  RingingCalls,
} from '../../core/providers/account-actions.ts';
import {
  beginningOf,
  type ChatActions,
  type ChatChange,
  changedBy,
  WatchList,
} from '../../core/providers/chat-actions.ts';
import type { Labelling } from '../../core/providers/labelling.ts';
import type { SessionHost } from '../../core/providers/provider.ts';
import { iso } from '../../core/shared/clock.ts';
import { failure, invalid } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import type { SandboxConnection } from './connection.ts';
import type { SandboxAction } from './driver.ts';
import { chatJid, isNobodys, lidOf, personJid, userJid } from './jids.ts';

const LISTED_MAX = 1_000;

/** The latest actions, oldest first; the list ends with the process. */
export class ActionList {
  readonly #now: () => number;
  readonly #actions: SandboxAction[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  add(action: Omit<SandboxAction, 'at'>): void {
    if (this.#actions.length >= LISTED_MAX) this.#actions.shift();
    this.#actions.push({ at: iso(this.#now()), ...action });
  }

  all(): readonly SandboxAction[] {
    return [...this.#actions];
  }
}

/** Describes a picture that was set, for the list. */
export const describedJpeg = (jpeg: Uint8Array): string => `a JPEG of ${jpeg.byteLength} bytes`;

interface ChatParts {
  readonly actions: ActionList;
  readonly labelling: Labelling;
  readonly host: Pick<SessionHost, 'updateChats' | 'mergePeople' | 'oldestIn'>;
}

const BLOCKED_MAX = 1_000;

/** Facts about other people: nearly every number belongs to somebody, and nobody shows anything. */
const people = {
  async pictureOf(number) {
    return { jid: chatJid('number', number), url: null };
  },
  async profileOf(number) {
    return { jid: personJid('number', number), picture: null, about: null, business: null };
  },
} satisfies Partial<ChatActions>;

export const sandboxChats = (parts: ChatParts): ChatActions => ({
  ...people,
  ...labels(parts),
  ...blocking(parts),
  ...chats(parts),
});

const chats = ({ actions, host }: ChatParts) => {
  const watched = new WatchList();
  return {
    async lookUp(numbers) {
      const somebodys = numbers.filter((number) => !isNobodys(number)).map(userJid);
      await host.mergePeople(somebodys.map((jid) => ({ from: lidOf(jid), to: jid })));
      return numbers.map((number) => {
        if (isNobodys(number)) return { jid: null, lid: null };
        const jid = userJid(number);
        return { jid, lid: lidOf(jid) };
      });
    },
    numbersOf: async () => [],
    async findUsername({ name }) {
      throw failure('username_unknown', { name });
    },
    async confirm(as, messages) {
      for (const [chat, messageIds] of receivedByChat(messages))
        actions.add({ action: as, chat, messageIds });
    },
    async showActivity(number, activity) {
      const chat = chatJid('number', number);
      if (chat.endsWith('@newsletter')) throw failure('no_typing_in_channels');
      actions.add({ action: activity, chat });
    },
    async showPresence(presence) {
      actions.add({ action: presence });
    },
    async watch(number, isWatched) {
      const chat = chatJid('number', number);
      if (chat.endsWith('@newsletter')) throw failure('no_presence_in_channels');
      if (isWatched) watched.add(chat, lidOf(chat));
      else watched.remove(chat);
      actions.add({ action: isWatched ? 'watch' : 'unwatch', chat });
      return chat;
    },
    async change(number, change, last) {
      const chat = personOrGroup(number);
      actions.add({ ...actionOf(change), chat, ...(last && { messageIds: [last.id] }) });
      await host.updateChats([changedBy(chat, change)]);
      return chat;
    },
    /** The phone has nothing from before. */
    async history({ number, before }) {
      const chat = chatJid('number', number);
      await beginningOf(chat, before, host);
      return { chat, messages: [], isBeginning: true };
    },
  } satisfies Partial<ChatActions>;
};

const labels = ({ actions, labelling }: ChatParts) =>
  ({
    async label(number, labelId, isLabelled) {
      const chat = personOrGroup(number);
      await labelling.require(labelId);
      await labelling.associated({ labelId, chat, formerly: '', messageId: '', isLabelled });
      actions.add({ action: isLabelled ? 'label' : 'unlabel', chat, labelId });
      return chat;
    },
    async labelMessage({ chat, id: messageId }, labelId, isLabelled) {
      await labelling.require(labelId);
      await labelling.associated({ labelId, chat, formerly: '', messageId, isLabelled });
      actions.add({
        action: isLabelled ? 'label' : 'unlabel',
        chat,
        labelId,
        messageIds: [messageId],
      });
      return chat;
    },
    async editLabel(change) {
      const { isDeleted, ...label } = await labelling.planned(change);
      await labelling.edited({ isDeleted, ...label });
      const { id: labelId, name: value } = label;
      actions.add({ action: isDeleted ? 'deleteLabel' : 'editLabel', labelId, value });
      return label;
    },
  }) satisfies Partial<ChatActions>;

const blocking = ({ actions }: ChatParts) => {
  /** JIDs of blocked people. */
  const people = new LimitedMap<string, true>(BLOCKED_MAX);
  return {
    async block(number, isBlocked) {
      const chat = personJid('number', number);
      if (isBlocked) people.set(chat, true);
      else people.delete(chat);
      actions.add({ action: isBlocked ? 'block' : 'unblock', chat });
    },
    async blocked() {
      return [...people.keys()].map((jid) => ({ jid, lid: lidOf(jid) || null }));
    },
  } satisfies Partial<ChatActions>;
};

export const sandboxCalls = (actions: ActionList, ringing: RingingCalls): CallActions => ({
  async reject(callId, from) {
    const { from: chat } = ringing.find(callId, from);
    ringing.end(callId);
    actions.add({ action: 'reject', chat, callId });
  },
});

function personOrGroup(number: string): string {
  const chat = chatJid('number', number);
  if (/@(s\.whatsapp\.net|lid|g\.us)$/.test(chat)) return chat;
  throw invalid('number must be of a person or a group');
}

function actionOf(change: ChatChange): Pick<SandboxAction, 'action' | 'until'> {
  switch (change.kind) {
    case 'archive':
      return { action: change.isArchived ? 'archive' : 'unarchive' };
    case 'unread':
      return { action: 'unread' };
    case 'pin':
      return { action: change.isPinned ? 'pin' : 'unpin' };
    case 'mute': {
      const { isMuted, until } = change;
      return {
        action: isMuted ? 'mute' : 'unmute',
        ...(until !== null && { until: iso(until) }),
      };
    }
  }
}

function receivedByChat(messages: readonly KeyedMessage[]): Map<string, string[]> {
  const received = messages.filter(({ isFromMe }) => !isFromMe);
  const chats = Map.groupBy(received, ({ chat }) => chat);
  return new Map([...chats].map(([chat, all]) => [chat, all.map(({ id }) => id)]));
}

const OPEN_TO_ALL: Privacy = {
  readreceipts: 'all',
  profile: 'all',
  status: 'all',
  last: 'all',
  online: 'all',
  groupadd: 'all',
};

/** The profile of an account, as others would see it. Changes are listed and kept only in memory. */
export function sandboxOwnProfile(
  actions: ActionList,
  account: Pick<SandboxConnection, 'rename'>,
): OwnProfile {
  let privacy = OPEN_TO_ALL;
  return {
    async rename(name) {
      await account.rename(name);
      actions.add({ action: 'profileName', value: name });
    },
    async describe({ text }) {
      actions.add({ action: 'profileStatus', value: text });
    },
    async setPicture(jpeg) {
      const value = jpeg === null ? '' : describedJpeg(jpeg);
      actions.add({ action: 'profilePicture', value });
    },
    async privacy() {
      return privacy;
    },
    async setPrivacy(change) {
      privacy = { ...privacy, ...change };
      actions.add({ action: 'privacy', value: JSON.stringify(change) });
      return privacy;
    },
  };
}
