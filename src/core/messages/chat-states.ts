/** Stores whether chats are archived, pinned, muted or marked unread. Only a change gives an event. */
import type { Database, Row, Statement } from '../db/client.ts';
import type { CatalogEvent, Stream } from '../events/contract/catalog.ts';
import type { Publisher } from '../events/publish/publish.ts';
import { createKeyedMutex } from '../shared/async/mutex.ts';
import { isoOrNull } from '../shared/clock.ts';

/** `until` is in ms since 1970, or null if the chat is muted permanently. */
export interface Muting {
  readonly until: number | null;
}

export interface ChatState {
  readonly isArchived: boolean;
  readonly isPinned: boolean;
  /** Null if it is not muted. */
  readonly muted: Muting | null;
  /** Whether somebody marked it as unread. */
  readonly isMarkedUnread: boolean;
}

/** A change of a chat's state; absent fields stay as they are. */
export interface ChatUpdate extends Partial<ChatState> {
  /** A JID. */
  readonly chat: string;
  readonly isDeleted?: boolean;
}

const AS_ANY: ChatState = {
  isArchived: false,
  isPinned: false,
  muted: null,
  isMarkedUnread: false,
};

/** The limit of one instance; changes of further chats are published but not stored. */
const STORED_MAX = 100_000;
const FOR_EVER = -1;

const FIND = `select is_archived, is_pinned, muted_until, is_marked_unread from chat_states
  where instance_id = ? and chat = ?`;
const PUT = `insert into chat_states (instance_id, chat, is_archived, is_pinned, muted_until, is_marked_unread)
  select ?1, ?2, ?3, ?4, ?5, ?6 where (select count(*) from chat_states where instance_id = ?1) < ${STORED_MAX}
    or exists (select 1 from chat_states where instance_id = ?1 and chat = ?2)
  on conflict (instance_id, chat) do update set is_archived = excluded.is_archived, is_pinned = excluded.is_pinned,
    muted_until = excluded.muted_until, is_marked_unread = excluded.is_marked_unread`;
const REMOVE = 'delete from chat_states where instance_id = ? and chat = ?';
const CLEAR = 'delete from chat_states where instance_id = ?';

interface ChatStatesDeps {
  readonly db: Pick<Database, 'query'>;
  /** The connection for writing. */
  readonly own: (instanceId: string) => Pick<Database, 'query'>;
  readonly publisher: Pick<Publisher, 'publish'>;
  /** Returns the JID under which a chat is stored. */
  readonly jidOf: (instanceId: string, chat: string) => Promise<string>;
}

export class ChatStates {
  readonly #deps: ChatStatesDeps;
  /** Runs an instance's changes one after the other, because each is compared with the state before it. */
  readonly #turns = createKeyedMutex();

  constructor(deps: ChatStatesDeps) {
    this.#deps = deps;
  }

  /** Writes the changes that differ from the stored state, each with its ChatUpdate event. */
  update(stream: Stream, all: readonly ChatUpdate[]): Promise<void> {
    return this.#turns.run(stream.id, async () => {
      for (const news of all) await this.#change(stream, news);
    });
  }

  /** Deletes all states of the instance, which may be paired with another account next. */
  clear(instanceId: string): Promise<void> {
    return this.#turns.run(instanceId, async () => {
      await this.#deps.own(instanceId).query(CLEAR, [instanceId]);
    });
  }

  async #change(stream: Stream, news: ChatUpdate): Promise<void> {
    const { jidOf, publisher } = this.#deps;
    const chat = await jidOf(stream.id, news.chat);
    const before = await this.#read(stream.id, chat);
    const { chat: _, isDeleted = false, ...changes } = news;
    const after: ChatState = isDeleted ? AS_ANY : { ...before, ...changes };
    const event = eventOf(chat, before, after, isDeleted);
    if (event !== null)
      await publisher.publish(stream, [event], [writeState(stream.id, chat, after)]);
  }

  async #read(instanceId: string, chat: string): Promise<ChatState> {
    const [row] = await this.#deps.db.query(FIND, [instanceId, chat]);
    return row === undefined ? AS_ANY : stateOf(row);
  }
}

/** Reads a row of `is_archived, is_pinned, muted_until, is_marked_unread`; all are null for a chat without a row. */
export const stateOf = ([isArchived, isPinned, mutedUntil, isMarkedUnread]: Row): ChatState => ({
  isArchived: isArchived === 1,
  isPinned: isPinned === 1,
  muted:
    typeof mutedUntil === 'number' ? { until: mutedUntil === FOR_EVER ? null : mutedUntil } : null,
  isMarkedUnread: isMarkedUnread === 1,
});

function writeState(instanceId: string, chat: string, state: ChatState): Statement {
  if (Bun.deepEquals(state, AS_ANY)) return { sql: REMOVE, params: [instanceId, chat] };
  const { isArchived, isPinned, muted, isMarkedUnread } = state;
  const until = muted === null ? null : (muted.until ?? FOR_EVER);
  const flags = [Number(isArchived), Number(isPinned), until, Number(isMarkedUnread)];
  return { sql: PUT, params: [instanceId, chat, ...flags] };
}

/** Returns null when nothing has changed. */
function eventOf(
  Chat: string,
  before: ChatState,
  after: ChatState,
  Deleted: boolean,
): CatalogEvent | null {
  const { muted } = after;
  const until = muted?.until ?? null;
  const isMutedAnew = !Bun.deepEquals(before.muted, muted);
  const data = {
    Chat,
    Archived: news(before.isArchived, after.isArchived),
    Pinned: news(before.isPinned, after.isPinned),
    Muted: isMutedAnew ? { IsMuted: muted !== null, Until: isoOrNull(until) } : null,
    Unread: news(before.isMarkedUnread, after.isMarkedUnread),
    Deleted,
  };
  const { Archived, Pinned, Muted, Unread } = data;
  const isNews = Deleted || [Archived, Pinned, Muted, Unread].some((one) => one !== null);
  return isNews ? { type: 'ChatUpdate', data } : null;
}

const news = (before: boolean, after: boolean): boolean | null => (before === after ? null : after);
