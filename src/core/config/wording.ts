/** Words the refusals of variables that are wrong, missing or misspelt, in one line each. */
import { nearest, question } from '../shared/nearest.ts';
import type { Variable } from '../shared/variables/kinds.ts';
import { FIELDS, VARIABLES } from './variables.ts';

const SHOWN_CHARACTERS = 80;

/** Everything before an `@` except the scheme, and everything after `?`, may be a credential. */
const maskAddress = (text: string): string =>
  text.replace(/^([a-z]+:\/\/)?[^?]*@/i, '$1********@').replace(/\?.*$/s, '?********');

/** Quotes a text, so that it stays on one line. */
const quote = (text: string): string =>
  JSON.stringify(text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text);

function displayValue(variable: Pick<Variable<unknown>, 'secret'>, text: string): string {
  if (variable.secret === 'whole') return `******** (${text.length} characters)`;
  return quote(variable.secret === 'in-address' ? maskAddress(text) : text);
}

/** `reason` says why a value is refused although it has the right form. */
export function wrongLine(variable: Variable<unknown>, text: string, reason?: string): string {
  const but = reason === undefined ? '' : ` (${reason})`;
  return `${variable.name} is ${displayValue(variable, text)}${but}; it accepts ${variable.kind.accepts}`;
}

export const missingLine = (variable: Variable<unknown>): string =>
  `${variable.name} is not set; with NODE_ENV=production it is required and accepts ${variable.kind.accepts}`;

export const idleLine = (
  on: { readonly name: string },
  without: { readonly name: string },
): string => `${on.name} is on, but ${without.name} is not set: nothing is sent`;

export const weakLine = (variable: { readonly name: string }, length: number): string =>
  `${variable.name} is shorter than ${length} characters and may be guessed: use what \`openssl rand -hex 32\` prints`;

/** Prefixes of our names; other variables of the environment concern us only if they are nearly the same. */
const FAMILY =
  /^((WEBHOOK|EVENT|DELIVERY|AUDIT|INSTANCE|TENANT|WEBSOCKETS|QRCODE|S3|BACKUP|AMQP|NATS|EVOLUTION)_|AUTH_FAIL|TRUST_PROX|RATE_LIMIT)/;
/** Names that platforms and tools set by themselves, however near to ours. */
const OF_OTHERS =
  /^(npm_|BUN_|NODE_|FLY_|KUBERNETES_|RAILWAY_|RENDER|DYNO|HEROKU_|AWS_|OTEL_|XDG_|LC_)|_SERVICE_(HOST|PORT)|_PORT_\d/;
const SLIPS_MAX = { family: 4, others: 2 } as const;
/** Among shorter names, two letters make another word: HOME and HOST. */
const OTHERS_CHARACTERS_MIN = 8;
const UNREAD_LINES_MAX = 40;

/**
 * Returns one line for each variable that nothing reads although its name is nearly one of ours, or is one of
 * another gateway or one that has ended; never with its value.
 */
export function unreadLines(environment: Readonly<Record<string, string | undefined>>): string[] {
  const names = FIELDS.map((field) => VARIABLES[field].name);
  const known = new Set(names);
  const lines = Object.entries(environment).flatMap(([name, value = '']) => {
    if (known.has(name) || NOT_OF_TABLE.has(name) || OF_OTHERS.test(name)) return [];
    // Kubernetes sets such for each service: S3_PORT=tcp://10.0.0.7:9000.
    if (/^(tcp|udp):\/\//.test(value)) return [];
    if (isUnreadName(name)) {
      const advice = unreadAdvice(name, value);
      return advice === null ? [] : [`${name} is not read here: ${advice}`];
    }
    const most = slipsAllowed(name);
    const meant = most === 0 ? null : nearest(name, names, () => most);
    return meant === null ? [] : [`unknown variable ${name}: ${question(meant)}`];
  });
  const more = lines.length - UNREAD_LINES_MAX;
  if (more <= 0) return lines;
  return [...lines.slice(0, UNREAD_LINES_MAX), `${more} more variables are not read here`];
}

/** Variables that are read elsewhere than in the table. */
const NOT_OF_TABLE: ReadonlySet<string> = new Set(['S3_SESSION_TOKEN', 'NODE_EXTRA_CA_CERTS']);

function slipsAllowed(name: string): number {
  const isFamily = FAMILY.test(name.toUpperCase());
  if (!isFamily && name.length < OTHERS_CHARACTERS_MIN) return 0;
  // A short name with other letters at its end is another word: NATS_USER and NATS_URL.
  return Math.min(SLIPS_MAX[isFamily ? 'family' : 'others'], Math.ceil(name.length / 4) - 1);
}

// Variables that nothing here reads, with what to set instead: those of Evolution API and Evolution Go, and those that
// have ended.

/** The first pattern that fits counts. */
const UNREAD_NAMES: readonly (readonly [name: RegExp, instead: string])[] = [
  // Those that have ended.
  [/^CLUSTER_NATS_URL$/, 'nodes send each other hints by the server in NATS_URL'],
  [
    /^(EVENT_ARCHIVE|BACKUP_S3)_REGION$/,
    'set S3_REGION; a host such as s3.eu-central-1.amazonaws.com names its own region',
  ],
  [
    /^ENDPOINT_DISABLE_(FAILURES|HOURS)$/,
    'an endpoint is dead after 20 failed attempts in a row over 5 days',
  ],
  [/^GATEWAY_DIALECT$/, 'set EVOLUTION_MODE'],
  [/^MCP_CALLS_MAX$/, '64 requests of agents may be under way at once'],
  [/^PASSKEY_PUBLIC_URL$/, 'set PUBLIC_URL'],
  [/^WEBHOOK_BATCH$/, 'each request has one event'],
  [/^WEBHOOK_RETRY_AFTER_MAX_MS$/, 'retry-after is followed for at most 24 hours'],
  [/^WEBSOCKETS_MAX$/, '10,000 WebSockets may be open in all'],
  // Those of the other gateways.
  [
    /^(AUTHENTICATION_API_KEY|AUTHENTICATION_TYPE|GLOBAL_APIKEY|API_KEY_GLOBAL)$/,
    'set GLOBAL_API_KEY',
  ],
  [/^AUTHENTICATION_EXPOSE_IN_FETCH_INSTANCES$/, 'set EVOLUTION_SHOW_KEYS'],
  [/^AUTHENTICATION_JWT_/, 'keys are created with each instance, and GLOBAL_API_KEY opens all'],
  [/^SERVER_PORT$/, 'set PORT'],
  [/^SERVER_URL$/, 'set PUBLIC_URL'],
  [/^SERVER_TYPE$|^SSL_CONF_/, 'put a proxy that speaks TLS in front, and set TRUST_PROXY'],
  [/^CORS_(ORIGIN|METHODS|CREDENTIALS)$/, 'set CORS_ORIGINS'],
  [
    /^(DATABASE_CONNECTION_URI|DATABASE_PROVIDER|DATABASE_ENABLED|DATABASE_CONNECTION_CLIENT_NAME|POSTGRES_(AUTH|USERS)_DB)$/,
    'set DATABASE_URL; `gatehouse import evolution-api` copies the instances of that database',
  ],
  [/^DATABASE_(SAVE|DELETE)_/, 'set MESSAGE_STORE_HOURS and EVENT_RETENTION_HOURS'],
  [/^CACHE_(REDIS|LOCAL)_/, 'nothing: sessions and their cache are in the database'],
  [/^RABBITMQ_(ENABLED|URI|URL)$/, 'set AMQP_URL'],
  [/^RABBITMQ_GLOBAL_ENABLED$/, 'set AMQP_GLOBAL_ENABLED'],
  [/^RABBITMQ_EVENTS_/, 'list the events in AMQP_GLOBAL_EVENTS'],
  [
    /^RABBITMQ_(EXCHANGE_NAME|PREFIX_KEY|FRAME_MAX|DURABLE|QUEUE)/,
    'nothing: queues have the names that docs/events.md lists',
  ],
  [/^AMQP_SPECIFIC_EVENTS$/, 'list the events in AMQP_GLOBAL_EVENTS'],
  [/^NATS_ENABLED$/, 'set NATS_URL'],
  [/^NATS_EVENTS_/, 'list the events in NATS_GLOBAL_EVENTS'],
  [
    /^NATS_(EXCHANGE_NAME|PREFIX_KEY)$/,
    'nothing: subjects have the names that docs/events.md lists',
  ],
  [
    /^(SQS|KAFKA|PUSHER)_(ENABLED|GLOBAL_.+|EVENTS_.+)$/,
    'nothing: events go to webhooks, RabbitMQ, NATS and WebSockets',
  ],
  [
    /^WEBSOCKET_(ENABLED|GLOBAL_EVENTS|ALLOWED_HOSTS)$/,
    'nothing: switch the WebSocket on for an instance, or read /ws with the global key',
  ],
  [/^WEBHOOK_GLOBAL_(URL|ENABLED)$/, 'set WEBHOOK_URL'],
  [/^(WEBHOOK_GLOBAL_)?WEBHOOK_BY_EVENTS$/, "set byEvents of an instance's webhook"],
  [
    /^WEBHOOK_EVENTS_/,
    "the global webhook gets every event: give an instance's webhook its own list",
  ],
  [/^WEBHOOK_REQUEST_TIMEOUT_MS$/, 'set WEBHOOK_TIMEOUT_MS'],
  [/^WEBHOOK_RETRY_MAX_ATTEMPTS$/, 'set WEBHOOK_MAX_ATTEMPTS'],
  [
    /^WEBHOOK_RETRY_(?!DELAY)/,
    "set WEBHOOK_MAX_ATTEMPTS and WEBHOOK_RETRY_DELAY_MS, or retry of an instance's webhook",
  ],
  [/^WEBHOOKFILES$/, 'set WEBHOOK_FILES'],
  [/^S3_ENABLED$/, 'set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY'],
  [
    /^S3_(PORT|USE_SSL)$/,
    'write scheme and port into S3_ENDPOINT, such as https://s3.example.com:9000',
  ],
  [/^MINIO_/, 'set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY'],
  [/^QRCODE_(LIMIT|COLOR)$/, 'set QRCODE_MAX_COUNT'],
  [/^CONFIG_SESSION_PHONE_(CLIENT|NAME|VERSION)$/, 'nothing: there is no such setting here'],
  [/^WHATSAPP_VERSION_(MAJOR|MINOR|PATCH)$/, 'set WHATSAPP_WEB_VERSION'],
  [/^WA_BUSINESS_TOKEN_WEBHOOK$/, 'set META_VERIFY_TOKEN'],
  [/^WA_BUSINESS_(URL|VERSION|LANGUAGE)$/, 'set META_GRAPH_URL and META_GRAPH_VERSION'],
  [
    /^(CHATWOOT|TYPEBOT|OPENAI|DIFY|N8N|EVOAI|FLOWISE)_(ENABLED|MESSAGE_READ|MESSAGE_DELETE|IMPORT_|API_VERSION|SEND_MEDIA_BASE64|BOT_CONTACT)/,
    'nothing: docs/from-evolution.md says what there is instead',
  ],
  [/^API_AUDIO_CONVERTER(_KEY)?$/, 'nothing: voice messages are converted here'],
  [
    /^LOG_(COLOR|BAILEYS|TYPE|DIRECTORY|MAX_SIZE|MAX_BACKUPS|MAX_AGE|COMPRESS)$|^(WADEBUG|DEBUG_ENABLED)$/,
    'set LOG_LEVEL; the log is JSON lines on stdout',
  ],
  [
    /^(DEL_INSTANCE|DEL_TEMP_INSTANCES|CLEAN_STORE_CLEANING_INTERVAL|CLEAN_STORE_.+)$/,
    'nothing: what is old is deleted by MESSAGE_STORE_HOURS and EVENT_RETENTION_HOURS',
  ],
  [
    /^PROXY_(HOST|PORT|USERNAME|PASSWORD|PROTOCOL)$/,
    'set the proxy of each instance by POST /proxy/set/{instanceName}',
  ],
  [
    /^(EVENT_EMITTER_MAX_LISTENERS|CHECK_USER_EXISTS|EVOLUTION_DATA_DIR)$/,
    'nothing: there is no such setting here',
  ],
];

/** Words of Evolution's switches that are off: nothing is missed without them. */
const IS_OFF = /^(|false|0|off|no)$/i;

/** Returns what to do in place of a variable that is in the table, or null for any other name. */
function unreadAdvice(name: string, value: string): string | null {
  if (IS_OFF.test(value.trim())) return null;
  return UNREAD_NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

const ANY_UNREAD_NAME = new RegExp(UNREAD_NAMES.map(([{ source }]) => source).join('|'));

/** Returns whether the name is in the table, whatever its value. */
const isUnreadName = (name: string): boolean => ANY_UNREAD_NAME.test(name);
