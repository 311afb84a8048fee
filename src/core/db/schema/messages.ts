/** Tables of messages and of what is known of them: states of chats, labels, polls, limits, uploaded files. */
import { sql } from 'drizzle-orm';
import { blob, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { instanceId, instances } from './gateway.ts';

export const messages = sqliteTable(
  'messages',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /**
     * The platform's id, or ours where the platform gives its own later. It is unique only among the messages of one
     * side.
     */
    id: text('id').notNull(),
    isFromMe: integer('is_from_me', { mode: 'boolean' }).notNull(),
    chat: text('chat').notNull(),
    sender: text('sender').notNull(),
    /** Chat and author as the platform addressed them, which later messages about this one must repeat. */
    chatAddress: text('chat_address').notNull(),
    authorAddress: text('author_address').notNull(),
    /** `text`, `image`, `reaction` …; messages of the kinds `ignored` and `undecryptable` have no content. */
    kind: text('kind').notNull(),
    /** In the provider's own encoding, with the message's secret; null if nothing was kept. */
    content: blob('content', { mode: 'buffer' }),
    /** In ms since 1970. */
    sentAt: integer('sent_at').notNull(),
    /** Null for a received message. */
    status: text('status'),
    code: integer('code'),
    reason: text('reason'),
    /** `[{status, at}]` as JSON, the oldest first; null for a received message. */
    history: text('history'),
    /** The instance's last sequence before the message, whose events have later ones; null if unknown. */
    afterSequence: integer('after_sequence'),
    /** When it came from the phone's history, in ms since 1970; null if it was sent or received while connected. */
    fetchedAt: integer('fetched_at'),
    /** The platform's id of a message that was sent under our id; null if it is the same, or unknown. */
    platformId: text('platform_id'),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.id, t.isFromMe, t.chat] }),
    index('messages_of_chat').on(t.instanceId, t.chat, t.sentAt),
    index('messages_by_age').on(t.sentAt).where(sql`${t.fetchedAt} is null`),
    index('messages_fetched').on(t.fetchedAt).where(sql`${t.fetchedAt} is not null`),
    index('messages_by_platform_id')
      .on(t.instanceId, t.platformId)
      .where(sql`${t.platformId} is not null`),
    index('messages_pending').on(t.instanceId, t.sentAt).where(sql`${t.status} = 'Pending'`),
  ],
);

/** Chats of a platform that allows free answers only for a while after the person wrote. */
export const chatWindows = sqliteTable(
  'chat_windows',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** A JID. */
    chat: text('chat').notNull(),
    /** When the person wrote last, in ms since 1970. */
    openedAt: integer('opened_at').notNull(),
    /** The id of that message. */
    messageId: text('message_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.chat] })],
);

// Whether chats are archived, pinned, muted or marked unread on the devices of an account. Deleted with the instance.

/** A chat without a row has none of these states. */
export const chatStates = sqliteTable(
  'chat_states',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** A JID; for a person the one with the phone number where it is known. */
    chat: text('chat').notNull(),
    isArchived: integer('is_archived', { mode: 'boolean' }).notNull(),
    isPinned: integer('is_pinned', { mode: 'boolean' }).notNull(),
    /** In ms since 1970; -1 means permanently, null not muted. */
    mutedUntil: integer('muted_until'),
    isMarkedUnread: integer('is_marked_unread', { mode: 'boolean' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.chat] })],
);

// Labels that an account puts on its chats, and the chats of each. Deleted with the instance.

const labelOfInstance = {
  instanceId: text('instance_id')
    .notNull()
    .references(() => instances.id, { onDelete: 'cascade' }),
  labelId: text('label_id').notNull(),
};

export const labels = sqliteTable(
  'labels',
  {
    ...labelOfInstance,
    name: text('name').notNull(),
    /** The index of the colour in the platform's list. */
    color: integer('color').notNull(),
    /** The id of a label that every account has, or null if the account made it. */
    predefinedId: text('predefined_id'),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.labelId] })],
);

export const labelledChats = sqliteTable(
  'labelled_chats',
  {
    ...labelOfInstance,
    /** A JID; for a person the one with the phone number where it is known. */
    chat: text('chat').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.labelId, t.chat] }),
    index('labelled_chats_by_chat').on(t.instanceId, t.chat),
  ],
);

// Current restrictions of platforms for an instance. Deleted with the instance.

export const newChatLimits = sqliteTable('new_chat_limits', {
  instanceId: instanceId().primaryKey(),
  /** Until when no new chat may be opened, in ms since 1970; null if there is no limit. */
  lockedUntil: integer('locked_until'),
  /** When the platform reported it, in ms since 1970. */
  checkedAt: integer('checked_at').notNull(),
});

// Polls that were sent or received through an instance, and everybody's last vote. Deleted with the instance.

const pollOfInstance = {
  instanceId: text('instance_id')
    .notNull()
    .references(() => instances.id, { onDelete: 'cascade' }),
  /** The id of the poll's message. */
  pollId: text('poll_id').notNull(),
};

export const polls = sqliteTable(
  'polls',
  {
    ...pollOfInstance,
    chat: text('chat').notNull(),
    name: text('name').notNull(),
    /** The names of the options, as a JSON list. */
    options: text('options').notNull(),
    /** In ms since 1970. */
    sentAt: integer('sent_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.pollId, t.chat] }),
    index('polls_by_age').on(t.sentAt),
  ],
);

export const pollVotes = sqliteTable(
  'poll_votes',
  {
    ...pollOfInstance,
    chat: text('chat').notNull(),
    /** A JID. */
    voter: text('voter').notNull(),
    /** The names of the chosen options, as a JSON list; empty if the vote was taken back. */
    options: text('options').notNull(),
    /** In ms since 1970. */
    votedAt: integer('voted_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instanceId, t.pollId, t.chat, t.voter] }),
    index('poll_votes_by_age').on(t.votedAt),
  ],
);

// Messages that wait to be sent; each is deleted in the commit that stores it among the messages, or with its instance.

export const outgoingMessages = sqliteTable(
  'outgoing_messages',
  {
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** The id that the message will have. */
    id: text('id').notNull(),
    /** Grows in the order of the calls. */
    place: integer('place').notNull(),
    /** A JID, as the caller wrote it. */
    chat: text('chat').notNull(),
    kind: text('kind').notNull(),
    /** From when on it may be sent, in ms since 1970; messages of a chat are sent in this order. */
    entersAt: integer('enters_at').notNull(),
    /** For how many ms the account is shown writing before it is sent. */
    delayMs: integer('delay_ms').notNull(),
    /** The content as JSON, and its file. */
    content: text('content').notNull(),
    file: blob('file', { mode: 'buffer' }),
    /** The size of both. */
    bytes: integer('bytes').notNull(),
    /** In ms since 1970. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.instanceId, t.id] })],
);

// Files that were uploaded to be sent by their ids. Deleted with the instance. Times are in ms since 1970.

export const uploadedFiles = sqliteTable(
  'uploaded_files',
  {
    /** Digits. */
    id: text('id').primaryKey(),
    instanceId: text('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
    /** These three are '' and 0 until the file is complete. */
    mimetype: text('mimetype').notNull().default(''),
    fileName: text('file_name').notNull().default(''),
    size: integer('size').notNull().default(0),
    /** In base64; null until the file is complete, and then never again. */
    sha256: text('sha256'),
  },
  (t) => [
    index('uploaded_files_of').on(t.instanceId, t.createdAt),
    index('uploaded_files_by_age').on(t.createdAt),
    index('uploaded_files_unfinished').on(t.createdAt).where(sql`${t.sha256} is null`),
  ],
);

/** The bytes of these files. All pieces but the last have the same size. */
export const uploadedPieces = sqliteTable(
  'uploaded_pieces',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => uploadedFiles.id, { onDelete: 'cascade' }),
    /** Counted from 0. */
    place: integer('place').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.place] })],
);
