/**
 * Changes and reads what all devices of an account know about its chats: archived, pinned, muted, unread, labelled.
 * Every change is sealed with keys that the account's phone gives out.
 */
import type { StoredMessage } from '../../core/messages/rows.ts';
import type { ChatChange } from '../../core/providers/chat-actions.ts';
import { record } from '../../core/providers/foreign-values.ts';
import { keyOf } from '../../core/providers/message-content.ts';
import { resultInTime } from '../../core/shared/async/deadline.ts';
import { failure, messageOf } from '../../core/shared/errors.ts';
import type { SessionContext } from './context.ts';
import type { BinaryNode, ChatModification, WASocket } from './engine/surface.ts';
import { byLid } from './other-address.ts';
import { attribute, children } from './translate/node.ts';

/**
 * Resolves with the address under which phones find the chat. Throws `conflict` while this device
 * does not have the keys yet.
 */
export async function changeAppState(
  socket: WASocket,
  chat: string,
  change: ChatModification,
): Promise<string> {
  if (!socket.authState.creds.myAppStateKeyId) throw withoutKeys();
  // Phones find a person's chat only under the LID, if the person has one.
  const jid = await byLid(chat, socket);
  await socket.chatModify(change, jid).catch((error) => {
    // Baileys reports this when it knows the name of a key but does not have the key.
    throw record(record(error).data).isMissingKey === true ? withoutKeys() : error;
  });
  return jid;
}

const withoutKeys = () => failure('phone_keys_missing');

/** Translates a change into WhatsApp's structure. Pure. */
export function modificationOf(
  change: ChatChange,
  last: StoredMessage | null,
  nowMs: number,
): ChatModification {
  switch (change.kind) {
    case 'archive':
      return { archive: change.isArchived, lastMessages: upTo(last, nowMs) };
    case 'unread':
      return { markRead: false, lastMessages: upTo(last, nowMs) };
    case 'pin':
      return { pin: change.isPinned };
    case 'mute':
      return { mute: change.isMuted ? (change.until ?? FOR_EVER) : null };
  }
}

const FOR_EVER = -1;

type MessageRange = Extract<ChatModification, { archive: boolean }>['lastMessages'];

/** Names the last message of the chat when it was changed: a later message opens an archived chat again. */
function upTo(last: StoredMessage | null, nowMs: number): MessageRange {
  if (last === null) return { lastMessageTimestamp: seconds(nowMs) };
  const timestamp = seconds(last.sentAt);
  return { lastMessageTimestamp: timestamp, messages: [{ key: keyOf(last), timestamp }] };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

/** In this order: labels; archived, pinned and unread chats; muted chats; the account's name; its contacts. */
const ALL = [
  'regular',
  'regular_low',
  'regular_high',
  'critical_block',
  'critical_unblock_low',
] as const;
type Collection = (typeof ALL)[number];
const OF_CHATS = ALL.slice(0, 3);
const SYNC_MS = 60_000;
/** How many changes may wait for the disk; one reading may report all that an account has. */
export const CHANGES_MAX = 100_000;

/** Reads what the devices of an account share about its chats. */
export class AppStateSync {
  readonly #context: SessionContext;
  readonly #writers: readonly { written(): Promise<boolean> }[];
  /**
   * The collections that the next connection reads: at first everything about chats, since the process before may have
   * crashed.
   */
  readonly #due = new Set<Collection>(OF_CHATS);
  #socket: WASocket | null = null;

  /** `writers` write changes; each resolves with true once all that were reported so far are on disk. */
  constructor(context: SessionContext, writers: readonly { written(): Promise<boolean> }[]) {
    this.#context = context;
    this.#writers = writers;
  }

  /** Resolves with true once all changes that were reported so far are on disk. */
  async changesWritten(): Promise<boolean> {
    // Baileys gathers changes for up to 30 s before it reports them.
    this.#socket?.ev.flush();
    const all = await Promise.all(this.#writers.map((writer) => writer.written()));
    return all.every((isWritten) => isWritten);
  }

  listenTo(socket: WASocket): void {
    this.#socket = socket;
    // Baileys reads this only with its own first synchronisation of old messages, which is switched off here.
    socket.ev.on('creds.update', ({ myAppStateKeyId }) => {
      if (myAppStateKeyId) void this.#sync(socket, OF_CHATS);
    });
    socket.ev.on('connection.update', ({ connection }) => {
      if (connection === 'open') void this.#sync(socket, [...this.#due]);
    });
  }

  /**
   * Runs `work`, which changes what the devices share and then stores that. When the process ends between, the change
   * is read like that of another device.
   */
  async changing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#context.keys.deferVersions(work);
    } catch (error) {
      for (const name of OF_CHATS) this.#due.add(name);
      throw error;
    }
  }

  /**
   * Reads the collections that a notification names. Resolves with true once what was read is on disk, or will be read
   * on the next connection; with false when the session has ended before.
   */
  async notified(notification: BinaryNode, socket: WASocket): Promise<boolean> {
    const named = children(notification).map((node) => attribute(node, 'name'));
    await this.#sync(
      socket,
      ALL.filter((name) => named.includes(name)),
    );
    return !this.#context.ended.aborted;
  }

  async #sync(socket: WASocket, collections: readonly Collection[]): Promise<void> {
    if (collections.length === 0 || !socket.authState.creds.myAppStateKeyId) return;
    const { log, host } = this.#context;
    for (const name of collections) this.#due.add(name);
    try {
      await this.#read(socket, collections);
    } catch (error) {
      log.warn('what the devices of the account share could not be read', {
        instanceName: host.instanceName,
        reason: messageOf(error),
      });
    }
  }

  async #read(socket: WASocket, collections: readonly Collection[]): Promise<void> {
    const { clock, keys: store, ended: signal } = this.#context;
    const reading = store.deferVersions(() => socket.resyncAppState(collections, false));
    await resultInTime({ clock, ms: SYNC_MS, signal }, reading);
    if (!(await store.settleVersions())) return;
    const { keys } = socket.authState;
    const known = await keys.get('app-state-sync-version', [...collections]);
    for (const name of collections) if (known[name]) this.#due.delete(name);
  }
}
