/** The questions that the message store answers, and the rows that it finds. */

import type { Value } from '../../db/client.ts';
import type { ChatState } from '../chat-states.ts';
import type { StatusAt } from '../status.ts';
import type { Source } from './statements.ts';

/**
 * Rows of a page with their sizes. Sizes are read first, so that a reader can reserve memory and decide how many rows
 * to read at once.
 */
export interface SizedRow {
  /** The key of the row. */
  readonly id: number;
  /** The size of its texts as they are stored. */
  readonly bytes: number;
}

/** In ms since 1970, both included. */
export interface Period {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The start of a page: after the message with this time and place. */
export interface PageStart {
  /** Ms since 1970. */
  readonly sentAt: number;
  readonly place: number;
}

export interface MessageQuery {
  readonly place?: number | undefined;
  readonly id?: string | undefined;
  readonly chat?: string | undefined;
  readonly sent?: Period | undefined;
  readonly isFromMe?: boolean | undefined;
  readonly sender?: string | undefined;
  readonly kind?: string | undefined;
  readonly source?: Source | undefined;
  readonly pushName?: string | undefined;
  readonly after?: PageStart | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** A message of a page; its `id` is its place. */
export interface MessageRow extends SizedRow {
  readonly sentAt: number;
}

export interface MessagePage {
  readonly messages: readonly MessageRow[];
  readonly total: number;
  /** Null if there is no further page. */
  readonly next: PageStart | null;
}

/** Returns where the page after this message begins, or null without a message. */
export const cursorOf = (row: MessageRow | undefined): PageStart | null =>
  row === undefined ? null : { sentAt: row.sentAt, place: row.id };

export interface FoundMessage {
  readonly place: number;
  readonly id: string;
  readonly chat: string;
  readonly isFromMe: boolean;
  readonly sender: string;
  /** The LIDs of chat and author; null where no LID is known. */
  readonly chatAlt: string | null;
  readonly senderAlt: string | null;
  readonly pushName: string;
  readonly kind: string;
  readonly source: Source;
  /** A `MessageContent` as JSON, or null if it was not read. */
  readonly content: string | null;
  /** Ms since 1970. */
  readonly sentAt: number;
  /** Empty if it was received, or its statuses are no longer stored. */
  readonly history: readonly StatusAt[];
}

export type MessageFate = Pick<
  FoundMessage,
  'place' | 'id' | 'chat' | 'isFromMe' | 'sender' | 'history'
>;

export interface SearchQuery {
  /** Words or phrases; a message must contain all of them. */
  readonly wanted: readonly string[];
  readonly chat?: string | undefined;
  /** The place of the last message of the previous page. */
  readonly after?: number | undefined;
  readonly limit: number;
}

export interface FoundTexts {
  readonly messages: readonly SizedRow[];
  /** The value of `after` for the next page, or null on the last page. */
  readonly next: number | null;
}

export interface ChatQuery {
  readonly chat?: string | undefined;
  /** When the newest message was sent. */
  readonly last?: Period | undefined;
  readonly isUnread?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
  /** The id of a label. */
  readonly label?: string | undefined;
  /** The id of the last chat of the previous page. */
  readonly after?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundChat {
  readonly id: number;
  readonly chat: string;
  /** The LID of the contact, or null if it is unknown. */
  readonly alt: string | null;
  /** The name of the contact with the same JID, or '' if it is unknown. */
  readonly name: string;
  /** The last URL of the picture, or '' if it is unknown. */
  readonly pictureUrl: string;
  readonly unread: number;
  readonly state: ChatState;
  /** The ids of its labels. */
  readonly labels: readonly string[];
  /** Ms since 1970. */
  readonly lastAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /**
   * Since when it may be written to freely, in ms since 1970; null if its platform has no such rule, or nobody wrote.
   */
  readonly windowOpenedAt: number | null;
  /** Null if it has just been deleted. */
  readonly lastMessage: FoundMessage | null;
}

/** A chat of a page; `bytes` is the size of its newest message. */
export interface ChatRow extends SizedRow {
  /** The place of that message, or null if it has just been deleted. */
  readonly newest: number | null;
  /** Whether its content is read. */
  readonly isShown: boolean;
}

export interface ContactQuery {
  readonly id?: number | undefined;
  readonly jid?: string | undefined;
  readonly lid?: string | undefined;
  readonly name?: string | undefined;
  /** The id of the last contact of the previous page. */
  readonly after?: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FoundContact {
  readonly id: number;
  readonly jid: string;
  /** The address with the phone number, which may be `jid`; '' if it is unknown or the contact is not a person. */
  readonly phone: string;
  /** '' if it is unknown. */
  readonly lid: string;
  readonly name: string;
  /** '' when no username is known. */
  readonly username: string;
  /** '' if it is unknown. */
  readonly pictureUrl: string;
  /** Whether a chat with the contact is stored. */
  readonly hasChat: boolean;
  /** Ms since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export class WhereClause {
  readonly #texts: string[] = [];
  readonly params: Value[] = [];

  /** Adds a condition unless the value is undefined; `text` has one `?`. */
  and(text: string, value: Value | boolean | undefined): this {
    if (value === undefined) return this;
    this.#texts.push(text);
    this.params.push(typeof value === 'boolean' ? Number(value) : value);
    return this;
  }

  /** Adds a condition; `text` has a `?` for each of `values`. */
  andAll(text: string, values: readonly Value[] | undefined): this {
    if (values === undefined) return this;
    this.#texts.push(text);
    this.params.push(...values);
    return this;
  }

  get sql(): string {
    return this.#texts.join(' and ');
  }
}

/** How many rows one statement examines, which takes a few milliseconds of the event loop. */
export const LOOKED_AT_ONCE = 1_000;

/** Longer names and picture URLs, which no platform sends, are shown as unknown. */
const SHOWN_BYTES_MAX = 4_096;

/** Returns the SQL of a column's text, which is '' when the text is too long. */
export const shownText = (column: string): string =>
  `case when octet_length(${column}) <= ${SHOWN_BYTES_MAX} then ${column} else '' end`;

/** Returns the SQL of the size of `shownText`. */
export const shownBytes = (column: string): string =>
  `min(octet_length(${column}), ${SHOWN_BYTES_MAX})`;

/** Returns the found rows in the order of `ids`. */
export function inOrder<T>(
  ids: readonly number[],
  found: readonly T[],
  idOf: (one: T) => number,
): T[] {
  const byId = new Map(found.map((one) => [idOf(one), one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const PART = /"([^"]*)"?|([^\s"]+)/g;
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Returns the words of a query; those in quotation marks stay together. */
export const wantedIn = (query: string): string[] =>
  // For SQLite a text ends at NUL.
  [...query.replaceAll('\0', ' ').matchAll(PART)]
    .map(([, quoted, word]) => quoted ?? word ?? '')
    .filter((words) => HAS_WORD.test(words));
