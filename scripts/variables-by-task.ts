/** The variables in the order in which operators need them. */
import { BROKER_VARIABLES } from '../src/core/channels/brokers.ts';
import { COMMAND_VARIABLES } from '../src/core/config/command-variables.ts';
import { TRACE_VARIABLES } from '../src/core/config/trace-variables.ts';
import { VARIABLES } from '../src/core/config/variables.ts';
import { PROVIDER_VARIABLES } from '../src/core/providers/all.ts';
import type { Variable } from '../src/core/shared/variables/kinds.ts';

export interface Task {
  readonly title: string;
  readonly variables: readonly Variable<unknown>[];
  /** Those that few operators ever set. */
  readonly rare: readonly Variable<unknown>[];
}

/** Names of variables; `PREFIX_*` is every other one that begins so. The first task that names a variable has it. */
interface NamedTask {
  readonly title: string;
  readonly names: readonly string[];
  readonly rare?: readonly string[];
}

const namesIn = (table: Readonly<Record<string, Variable<unknown>>>): string[] =>
  Object.values(table).map(({ name }) => name);

const TASKS: readonly NamedTask[] = [
  {
    title: 'Start in production',
    names: [
      ...['NODE_ENV', 'GLOBAL_API_KEY', 'ENCRYPTION_KEY', 'BOOTSTRAP_ACCESS_TOKEN', 'PUBLIC_URL'],
      ...['TRUST_PROXY', 'DATA_DIR', 'DEFAULT_PROVIDER', 'PORT', 'HOST', 'LOG_LEVEL'],
    ],
    rare: ['GATEHOUSE_WITHOUT'],
  },
  {
    title: 'Deliver to webhooks',
    names: [
      ...['WEBHOOK_URL', 'WEBHOOK_SECRET', 'WEBHOOK_FORMAT', 'WEBHOOK_FILES'],
      ...['WEBHOOK_ALLOW_NETWORKS', 'EVENT_IGNORE_*'],
    ],
    rare: ['WEBHOOK_*', 'ENDPOINT*'],
  },
  { title: 'Deliver to RabbitMQ and NATS', names: namesIn(BROKER_VARIABLES) },
  { title: 'Media in a bucket', names: ['S3_*'] },
  {
    title: 'Keep, archive and back up',
    names: [
      ...['EVENT_RETENTION_HOURS', 'MESSAGE_STORE_HOURS', 'DELIVERY_RETENTION_HOURS'],
      ...['AUDIT_RETENTION_HOURS', 'EVENT_ARCHIVE_*', 'BACKUP_*'],
    ],
  },
  { title: 'Come from Evolution API', names: ['EVOLUTION_*'] },
  { title: 'Tools for the official API', names: ['GRAPH_*'] },
  {
    title: 'WhatsApp and other platforms',
    names: [
      ...['CONNECT_ON_STARTUP', 'SEND_PER_MINUTE', 'NEW_CHATS_PER_DAY', 'INTERACTIVE_ON_PHONES'],
      ...['HISTORY_EVENTS', 'META_APP_SECRET', 'META_VERIFY_TOKEN', 'PROXY_ALLOW_NETWORKS'],
    ],
    rare: ['QRCODE_MAX_COUNT', ...namesIn(PROVIDER_VARIABLES)],
  },
  {
    title: 'Several tenants',
    names: ['TENANT_LIMITS', 'RATE_LIMIT_PER_MINUTE', 'AUTH_FAILURES_PER_MINUTE', 'INSTANCE_*'],
    rare: ['MEMORY_LIMIT', 'WEBSOCKETS_*', 'METRICS_INSTANCES_MAX'],
  },
  {
    title: 'A database server and several nodes',
    names: ['DATABASE_*', 'NODE_NAME', 'NODE_URL'],
  },
  { title: 'Browsers and agents', names: ['CORS_ORIGINS', 'PORTAL_FRAME_ANCESTORS', 'MCP_*'] },
  {
    title: 'Traces and the command',
    names: [...namesIn(TRACE_VARIABLES), ...namesIn(COMMAND_VARIABLES)],
  },
  { title: 'Others', names: ['*'] },
];

/** Returns each variable once; tasks without a variable are left out. */
export function variablesByTask(): Task[] {
  const left = new Map(namesIn(VARIABLES).map((name, at) => [name, Object.values(VARIABLES)[at]]));
  const take = (names: readonly string[] = []) =>
    names.flatMap((wanted) => {
      const found = [...left].filter(([name]) => isNamed(name, wanted));
      for (const [name] of found) left.delete(name);
      return found.flatMap(([, variable]) => variable ?? []);
    });
  return TASKS.map(({ title, names, rare }) => ({
    title,
    variables: take(names),
    rare: take(rare),
  })).filter(({ variables, rare }) => variables.length + rare.length > 0);
}

const isNamed = (name: string, wanted: string): boolean =>
  wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted;
