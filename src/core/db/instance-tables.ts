/**
 * Every table whose rows name an instance: how they count towards INSTANCE_STORAGE_LIMIT and which can be removed for
 * it, or why they do not count.
 */
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { deliveries, endpointHealth, events, replays } from './schema/engine.ts';
import {
  endpoints,
  idempotencyKeys,
  instanceKeyCopies,
  instanceProxies,
  instanceSettings,
  instanceTransitions,
  portalLinks,
  templates,
} from './schema/gateway.ts';
import { chats, contactAddresses, contacts, storedMessages } from './schema/message-store.ts';
import {
  chatStates,
  chatWindows,
  labelledChats,
  labels,
  messages,
  newChatLimits,
  outgoingMessages,
  polls,
  pollVotes,
  uploadedFiles,
} from './schema/messages.ts';
import { figures, gatewayAudit } from './schema/service.ts';
import {
  cloudNumbers,
  cloudPeople,
  whatsappCredentials,
  whatsappInbox,
  whatsappKeys,
  whatsappNumbers,
} from './schema/whatsapp.ts';

export interface CountedTable {
  readonly table: SQLiteTable;
  /**
   * The order in which the rows of one instance are read, for which there is an index; absent if the primary key begins
   * with the instance, and has this order.
   */
  readonly order?: readonly SQLiteColumn[];
  /** The SQL of the bytes that are stored beside the row because of it. */
  readonly beside?: string;
  /** Absent if its rows are kept for as long as the instance uses them. */
  readonly removal?: TableRemoval;
}

interface TableRemoval {
  /** The column of their age, in ms since 1970: the oldest rows are removed first. */
  readonly age: SQLiteColumn;
  /** The SQL condition of the removable rows; absent for all. */
  readonly only?: string;
}

/** The SQL of the size of an event's media. */
export const MEDIA_BYTES = '(select length(bytes) from media where id = media_id)';
const UPLOADED_BYTES =
  '(select sum(length(bytes)) from uploaded_pieces where file_id = uploaded_files.id)';
const ATTEMPTS_BYTES = `(select sum(64 + coalesce(octet_length(response_body), 0) + coalesce(octet_length(error), 0))
  from attempts where delivery_id = deliveries.id)`;

/** Rows of the same age are removed table by table, in this order. */
export const COUNTED_TABLES: readonly CountedTable[] = [
  {
    table: events,
    beside: MEDIA_BYTES,
    // Media is removed before its event, which is stored without it for a while.
    removal: { age: events.createdAt, only: 'media_id is null' },
  },
  {
    table: storedMessages,
    order: [storedMessages.sentAt],
    // The full-text index contains the texts of a message again.
    beside: 'octet_length(content)',
    removal: { age: storedMessages.sentAt },
  },
  {
    table: deliveries,
    order: [deliveries.state, deliveries.id],
    beside: ATTEMPTS_BYTES,
    removal: { age: deliveries.createdAt, only: "state in ('delivered', 'discarded')" },
  },
  {
    table: messages,
    // The fate of a pending message is not known yet.
    removal: { age: messages.sentAt, only: "status is not 'Pending'" },
  },
  { table: polls, removal: { age: polls.sentAt } },
  { table: pollVotes, removal: { age: pollVotes.votedAt } },
  {
    table: uploadedFiles,
    order: [uploadedFiles.createdAt],
    beside: UPLOADED_BYTES,
    // One without a sum is still being uploaded.
    removal: { age: uploadedFiles.createdAt, only: 'sha256 is not null' },
  },
  {
    table: contacts,
    order: [contacts.jid],
    removal: { age: contacts.seenAt },
  },
  { table: whatsappNumbers, removal: { age: whatsappNumbers.checkedAt } },
  {
    table: whatsappInbox,
    // A message with a body has not become an event yet.
    removal: { age: whatsappInbox.receivedAt, only: 'body is null' },
  },
  {
    table: instanceTransitions,
    order: [instanceTransitions.id],
    // The newest says since when the instance is in its phase.
    removal: {
      age: instanceTransitions.at,
      only: `id < (select max(newest.id) from instance_transitions newest
        where newest.instance_id = instance_transitions.instance_id)`,
    },
  },
  {
    table: idempotencyKeys,
    order: [idempotencyKeys.createdAt],
    // One without a status is being done.
    removal: { age: idempotencyKeys.createdAt, only: 'status is not null' },
  },
  { table: outgoingMessages },
  { table: chats, order: [chats.chat] },
  { table: contactAddresses },
  { table: chatWindows },
  { table: chatStates },
  { table: labels },
  { table: labelledChats },
  { table: templates, order: [templates.name, templates.language] },
  { table: cloudPeople },
  { table: whatsappKeys },
];

const ONE_ROW = 'an instance has one row, which does not grow with what it does';

/** Tables with a column `instance_id` or `stream_id` that do not count, and why. */
export const UNCOUNTED_TABLES: readonly { readonly table: SQLiteTable; readonly why: string }[] = [
  { table: endpointHealth, why: 'an instance has at most as many rows as endpoints' },
  { table: replays, why: 'a few small rows, which are bounded and deleted with old deliveries' },
  { table: endpoints, why: 'an instance has as many rows as ENDPOINTS_PER_INSTANCE allows' },
  { table: portalLinks, why: 'an instance has at most 100 links at a time' },
  { table: instanceKeyCopies, why: ONE_ROW },
  { table: instanceProxies, why: ONE_ROW },
  { table: instanceSettings, why: ONE_ROW },
  { table: newChatLimits, why: ONE_ROW },
  { table: whatsappCredentials, why: ONE_ROW },
  { table: cloudNumbers, why: ONE_ROW },
  {
    table: figures,
    why: 'an instance has at most 71 small rows for each of 141 times in 7 days',
  },
  {
    table: gatewayAudit,
    why: "the operator's record, a chain that no row may be missing of; AUDIT_RETENTION_HOURS limits it",
  },
];
