/** From a database URL to a database that is ready. */
import engineAndGateway from '../../drizzle/0000_engine-and-gateway.sql' with { type: 'text' };
import crm from '../../drizzle/0001_crm.sql' with { type: 'text' };
import webhookDeliveries from '../../drizzle/0002_webhook-deliveries.sql' with { type: 'text' };
import whatsapp from '../../drizzle/0003_whatsapp.sql' with { type: 'text' };
import tokensByAccount from '../../drizzle/0004_tokens-by-account.sql' with { type: 'text' };
import invitations from '../../drizzle/0005_invitations.sql' with { type: 'text' };
import gatewayAudit from '../../drizzle/0006_gateway-audit.sql' with { type: 'text' };
import instanceKeys from '../../drizzle/0007_instance-keys.sql' with { type: 'text' };
import commitNumbers from '../../drizzle/0008_commit-numbers.sql' with { type: 'text' };
import messages from '../../drizzle/0009_messages.sql' with { type: 'text' };
import noSandboxSent from '../../drizzle/0010_no-sandbox-sent.sql' with { type: 'text' };
import newChatLimits from '../../drizzle/0011_new-chat-limits.sql' with { type: 'text' };
import instanceProxies from '../../drizzle/0012_instance-proxies.sql' with { type: 'text' };
import polls from '../../drizzle/0013_polls.sql' with { type: 'text' };
import whatsappNumbers from '../../drizzle/0014_whatsapp-numbers.sql' with { type: 'text' };
import messagePlaces from '../../drizzle/0015_message-places.sql' with { type: 'text' };
import instanceSettings from '../../drizzle/0016_instance-settings.sql' with { type: 'text' };
import outgoingMessages from '../../drizzle/0017_outgoing-messages.sql' with { type: 'text' };
import labels from '../../drizzle/0018_labels.sql' with { type: 'text' };
import fetchedMessages from '../../drizzle/0019_fetched-messages.sql' with { type: 'text' };
import messageStore from '../../drizzle/0020_message-store.sql' with { type: 'text' };
import messageSearch from '../../drizzle/0021_message-search.sql' with { type: 'text' };
import webhookFormats from '../../drizzle/0022_webhook-formats.sql' with { type: 'text' };
import accountWebhookFormats from '../../drizzle/0023_account-webhook-formats.sql' with {
  type: 'text',
};
import platformIds from '../../drizzle/0024_platform-ids.sql' with { type: 'text' };
import chatWindows from '../../drizzle/0025_chat-windows.sql' with { type: 'text' };
import templateFormats from '../../drizzle/0026_template-formats.sql' with { type: 'text' };
import cloudNumbers from '../../drizzle/0027_cloud-numbers.sql' with { type: 'text' };
import contactAddresses from '../../drizzle/0028_contact-addresses.sql' with { type: 'text' };
import cloudPeople from '../../drizzle/0029_cloud-people.sql' with { type: 'text' };
import chatStates from '../../drizzle/0030_chat-states.sql' with { type: 'text' };
import nodes from '../../drizzle/0031_nodes.sql' with { type: 'text' };
import changes from '../../drizzle/0032_changes.sql' with { type: 'text' };
import wsTickets from '../../drizzle/0033_ws-tickets.sql' with { type: 'text' };
import idempotencyClaims from '../../drizzle/0034_idempotency-claims.sql' with { type: 'text' };
import webhookVersions from '../../drizzle/0035_webhook-versions.sql' with { type: 'text' };
import nodesUnreached from '../../drizzle/0036_nodes-unreached.sql' with { type: 'text' };
import rateCounts from '../../drizzle/0037_rate-counts.sql' with { type: 'text' };
import nodesCounts from '../../drizzle/0038_nodes-counts.sql' with { type: 'text' };
import answersOfInstances from '../../drizzle/0039_answers-of-instances.sql' with { type: 'text' };
import { type Clock, systemClock } from '../shared/clock.ts';
import { databasePath } from '../shared/database-url.ts';
import { messageOf } from '../shared/errors.ts';
import { whenFree } from './busy.ts';
import { createDatabase, type Database, DatabaseError, type Executor, faultOf } from './client.ts';
import type { LibsqlOptions } from './libsql.ts';
import { type Migration, migrate, refuseUnmigrated } from './migrate.ts';
import { openSqlite, type SqliteOptions } from './sqlite.ts';

export interface OpenOptions {
  /** `file:…` for a file of this machine; `libsql:`, `http(s):` or `ws(s):` for a libSQL server. */
  readonly url: string;
  /** For a server. */
  readonly authToken?: string | null | undefined;
  readonly clock?: Clock;
  /**
   * For a process beside the one that serves: nothing is created or migrated, and a database that is not
   * there, or not as this build needs it, is refused.
   */
  readonly asSecond?: boolean;
  /** Of a file: when commits get a thread of their own, and who is notified. */
  readonly commits?: Pick<SqliteOptions, 'pace' | 'switched' | 'fatal'>;
}

/**
 * Opens and migrates, unless `asSecond`. Throws an Error for a URL that means no database, and a DatabaseError that
 * names the file or the server when that cannot be used: damaged, newer, locked, unreachable.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const { url, authToken, clock = systemClock(), asSecond = false, commits } = options;
  const path = databasePath(url);
  const executor = await (path === null
    ? connectTo({ url, authToken, clock })
    : whenFree(clock, () => openSqlite({ ...commits, path, clock, asSecond })));
  try {
    await refuseWithoutForeignKeys(executor);
    await (asSecond
      ? refuseUnmigrated(executor, MIGRATIONS)
      : migrate(executor, MIGRATIONS, clock));
    return createDatabase(executor);
  } catch (error) {
    await executor.close();
    const what = path === null ? `server ${new URL(url).host}` : `file ${path}`;
    const text = `database ${what}: ${messageOf(error)}`;
    throw new DatabaseError(faultOf(error) ?? 'other', text, error);
  }
}

/** Throws a DatabaseError when the schema has become another than this build can work on, as at an opening. */
export const refuseForeignSchema = (db: Pick<Executor, 'query'>): Promise<void> =>
  refuseUnmigrated(db, MIGRATIONS);

/** The client is loaded here, since a start with a file needs none of it. */
async function connectTo(options: LibsqlOptions): Promise<Executor> {
  if (!URL.canParse(options.url)) throw new Error('the database URL is not a valid URL');
  const { openLibsql } = await import('./libsql.ts');
  try {
    return openLibsql(options);
  } catch (error) {
    throw new Error(`the database URL is not accepted: ${messageOf(error)}`, { cause: error });
  }
}

/** A server decides this itself, and rows that should go with their parent would stay unseen. */
async function refuseWithoutForeignKeys(executor: Executor): Promise<void> {
  const rows = await executor.query('PRAGMA foreign_keys', []);
  if (rows[0]?.[0] !== 1) throw new Error('foreign keys are not enforced');
}

export const MIGRATIONS: readonly Migration[] = [
  { name: '0000_engine-and-gateway', sql: engineAndGateway },
  { name: '0001_crm', sql: crm },
  { name: '0002_webhook-deliveries', sql: webhookDeliveries },
  { name: '0003_whatsapp', sql: whatsapp },
  { name: '0004_tokens-by-account', sql: tokensByAccount },
  { name: '0005_invitations', sql: invitations },
  { name: '0006_gateway-audit', sql: gatewayAudit },
  { name: '0007_instance-keys', sql: instanceKeys },
  { name: '0008_commit-numbers', sql: commitNumbers },
  { name: '0009_messages', sql: messages },
  { name: '0010_no-sandbox-sent', sql: noSandboxSent },
  { name: '0011_new-chat-limits', sql: newChatLimits },
  { name: '0012_instance-proxies', sql: instanceProxies },
  { name: '0013_polls', sql: polls },
  { name: '0014_whatsapp-numbers', sql: whatsappNumbers },
  { name: '0015_message-places', sql: messagePlaces },
  { name: '0016_instance-settings', sql: instanceSettings },
  { name: '0017_outgoing-messages', sql: outgoingMessages },
  { name: '0018_labels', sql: labels },
  { name: '0019_fetched-messages', sql: fetchedMessages },
  { name: '0020_message-store', sql: messageStore },
  { name: '0021_message-search', sql: messageSearch },
  { name: '0022_webhook-formats', sql: webhookFormats },
  { name: '0023_account-webhook-formats', sql: accountWebhookFormats },
  { name: '0024_platform-ids', sql: platformIds },
  { name: '0025_chat-windows', sql: chatWindows },
  { name: '0026_template-formats', sql: templateFormats },
  { name: '0027_cloud-numbers', sql: cloudNumbers },
  { name: '0028_contact-addresses', sql: contactAddresses },
  { name: '0029_cloud-people', sql: cloudPeople },
  { name: '0030_chat-states', sql: chatStates },
  { name: '0031_nodes', sql: nodes },
  { name: '0032_changes', sql: changes },
  { name: '0033_ws-tickets', sql: wsTickets },
  { name: '0034_idempotency-claims', sql: idempotencyClaims },
  { name: '0035_webhook-versions', sql: webhookVersions },
  { name: '0036_nodes-unreached', sql: nodesUnreached },
  { name: '0037_rate-counts', sql: rateCounts },
  { name: '0038_nodes-counts', sql: nodesCounts },
  { name: '0039_answers-of-instances', sql: answersOfInstances },
];
