/** What the operator reads when several variables are wrong, missing, forbidden or misspelt. */
import { describe, expect, test } from 'bun:test';
import { type RefusesUrl, readSettings } from '../../../src/core/config/config.ts';
import type { Environment } from '../../../src/core/config/environment.ts';
import { unreadLines } from '../../../src/core/config/wording.ts';

const none: RefusesUrl = () => null;

function faults(environment: Environment, refuses = none): readonly string[] {
  const reading = readSettings(environment, refuses);
  return 'faults' in reading ? reading.faults : [];
}
function warnings(environment: Environment): readonly string[] {
  const reading = readSettings(environment, none);
  return 'warnings' in reading ? reading.warnings : ['refused'];
}

test('all wrong variables are reported, one line each', () => {
  const lines = faults({ PORT: 'x', LOG_LEVEL: 'loud', CORS_ORIGINS: 'nowhere', HOST: 'ok' });
  expect(lines).toEqual([
    'PORT is "x"; it accepts an integer from 0 to 65535',
    expect.stringMatching(/^CORS_ORIGINS is "nowhere"; it accepts /),
    expect.stringMatching(/^LOG_LEVEL is "loud"; it accepts one of `trace`/),
  ]);
});

test('production without its secrets names each that is missing, wrong values beside them', () => {
  expect(faults({ NODE_ENV: 'production', PORT: 'x' })).toEqual([
    expect.stringMatching(/^PORT is "x"; /),
    expect.stringMatching(/^GLOBAL_API_KEY is not set; /),
    expect.stringMatching(/^ENCRYPTION_KEY is not set; /),
  ]);
});

test('an address for other nodes is refused where the database is a file, which no other node can share', () => {
  const NODE_URL = 'http://10.0.0.8:8080';
  expect(faults({ NODE_URL })).toEqual([
    expect.stringMatching(
      /^NODE_URL is "http:\/\/10\.0\.0\.8:8080" \(DATABASE_URL is a file, .*need a libSQL server\); /,
    ),
  ]);
  expect(faults({ NODE_URL, DATABASE_URL: 'libsql://db.example.com' })).toEqual([]);
  expect(faults({ NODE_URL, DATABASE_URL: 'file:' })).toHaveLength(1);
});

test('a global key that would be taken for the credential of a page is refused', () => {
  const [line, ...others] = faults({ GLOBAL_API_KEY: `a-global-key,portal_${'x'.repeat(43)}` });
  expect(others).toEqual([]);
  expect(line).toContain('it must not begin with portal_');
});

test('a global webhook with credentials is told where these may be, and they are masked', () => {
  const [line, ...others] = faults({ WEBHOOK_URL: 'https://me:hunter2@crm.example.com/hook' });
  expect(others).toEqual([]);
  expect(line).toStartWith(
    'WEBHOOK_URL is "https://********@crm.example.com/hook" (credentials in it',
  );
  expect(line).toContain('`headers` with Authorization');
  expect(line).not.toContain('hunter2');
});

test('a secret is masked, whatever is wrong with it', () => {
  const lines = faults({
    GLOBAL_API_KEY: 'hunter two',
    WEBHOOK_SECRET: 'hunter2',
    ENCRYPTION_KEY: 'hunter2',
  });
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain('hunter');
  expect(lines[0]).toContain('******** (10 characters)');
});

test.each([
  ['WEBHOOK_URL', 'https://user:hunter2@example.com/hook'],
  ['WEBHOOK_URL', 'https://user:hun@ter2@example.com/hook?x=1'],
  ['WEBHOOK_URL', 'ftp://example.com/hook?key=hunter2'],
  ['WEBHOOK_URL', 'user:hunter2@example.com'],
  ['DATABASE_URL', 'mysql://user:hunter2@example.com/db'],
  ['AMQP_URL', 'http://user:hunter2@example.com'],
  ['NATS_URL', 'amqp://user:hun@ter2@example.com/%zz'],
  ['DATABASE_URL', 'libsql:db.example.com?authToken=hunter2'],
  ['NODE_URL', 'http://user:hunter2@example.com:8080'],
  ['PUBLIC_URL', 'https://user:hunter2@example.com'],
  ['PUBLIC_URL', 'https://example.com?key=hunter2'],
  ['META_GRAPH_URL', 'https://user:hunter2@example.com'],
  ['S3_ENDPOINT', 'https://user:hunter2@example.com'],
  ['WHATSAPP_SOCKET_URL', 'wss://user:hunter2@example.com'],
])('%s: credentials in %s are masked, the host is shown', (name, text) => {
  const [line] = faults({ [name]: text });
  expect(line).toStartWith(`${name} is "`);
  expect(line).toContain('example.com');
  expect(line).not.toContain('hunter2');
  expect(line).not.toContain('ter2');
});

test('a line stays one line and short, whatever the value holds', () => {
  const [line] = faults({ LOG_LEVEL: `\n\u001b[2J${'x'.repeat(5_000)}` });
  expect(line).toMatch(/^LOG_LEVEL is "\\u001b\[2Jx+…"; it accepts /);
  expect(line?.length).toBeLessThan(250);
});

test('an address in a forbidden network is refused with the reason the guard gives', () => {
  const asked: unknown[] = [];
  const refuses: RefusesUrl = (url, allow) => {
    asked.push([url.hostname, allow]);
    return url.hostname === '127.0.0.1' ? '127.0.0.1 is a loopback address' : null;
  };
  const environment = {
    WEBHOOK_URL: 'http://2130706433/hook',
    META_GRAPH_URL: 'http://127.0.0.1:9000',
    WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/8',
  };
  expect(faults(environment, refuses)).toEqual([
    expect.stringMatching(
      /^WEBHOOK_URL is "http:\/\/2130706433\/hook" \(127\.0\.0\.1 is a loopback address; see WEBHOOK_ALLOW_NETWORKS\); it accepts /,
    ),
    expect.stringMatching(/^META_GRAPH_URL is "http:\/\/127\.0\.0\.1:9000" \(127\.0\.0\.1 is a /),
  ]);
  expect(asked).toEqual(Array(2).fill(['127.0.0.1', ['10.0.0.0/8']]));
});

test('the guard is not asked while either variable is wrong by itself', () => {
  const refuses: RefusesUrl = (url) => {
    if (url.hostname === 'a.com') throw new Error('asked');
    return null;
  };
  expect(faults({ WEBHOOK_URL: 'nowhere' }, refuses)).toHaveLength(1);
  expect(
    faults({ WEBHOOK_URL: 'http://a.com', WEBHOOK_ALLOW_NETWORKS: '?' }, refuses),
  ).toHaveLength(1);
});

test('object storage set in part is refused with what is missing, its secrets unseen', () => {
  expect(faults({ S3_BUCKET: 'media', S3_SECRET_KEY: 'hunter2' })).toEqual([
    'S3_ENDPOINT, S3_ACCESS_KEY not set; object storage needs all of S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, or none',
  ]);
  expect(faults({ S3_REGION: 'eu-central-1', S3_LINK_TTL_SECONDS: '60' })).toEqual([]);
  expect(faults({ BACKUP_S3_ENDPOINT: 'https://s3.example.com' })).toEqual([
    'BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY not set; a store for backups needs all of BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY, BACKUP_S3_SECRET_KEY, or none',
  ]);
});

test.each([
  ['WEBHOOK_RETRY_DELAY', 'WEBHOOK_RETRY_DELAY_MS'],
  ['WEBHOOK_TIMEOUT', 'WEBHOOK_TIMEOUT_MS'],
  ['WEBHOOK_MAX_ATTEMPT', 'WEBHOOK_MAX_ATTEMPTS'],
  ['EVENT_IGNORE_GROUPS', 'EVENT_IGNORE_GROUP'],
  ['DELIVERY_RETENTION_HOUR', 'DELIVERY_RETENTION_HOURS'],
  ['QRCODE_MAXCOUNT', 'QRCODE_MAX_COUNT'],
  ['AMQP_GLOBAL_EVENT', 'AMQP_GLOBAL_EVENTS'],
  ['NATS_JETSTREAMS', 'NATS_JETSTREAM'],
  ['S3_ACCESS_KEY_ID', 'S3_ACCESS_KEY'],
  ['BACKUP_S3_ACCES_KEY', 'BACKUP_S3_ACCESS_KEY'],
  ['AUTH_FAILURE_PER_MINUTE', 'AUTH_FAILURES_PER_MINUTE'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
])('%s is not refused, but %s is suggested', (name, meant) => {
  expect(warnings({ [name]: '7' })).toEqual([`unknown variable ${name}: did you mean ${meant}?`]);
});

test.each([
  ['GLOBAL_APIKEY', 'set GLOBAL_API_KEY'],
  ['AUTHENTICATION_API_KEY', 'set GLOBAL_API_KEY'],
  ['S3_ENABLED', 'S3_ENDPOINT, S3_BUCKET'],
  ['WEBHOOK_GLOBAL_URL', 'set WEBHOOK_URL'],
  ['WEBHOOK_GLOBAL_ENABLED', 'set WEBHOOK_URL'],
  ['RABBITMQ_ENABLED', 'set AMQP_URL'],
  ['RABBITMQ_URI', 'set AMQP_URL'],
  ['DATABASE_CONNECTION_URI', 'set DATABASE_URL'],
  ['CACHE_REDIS_URI', 'are in the database'],
  ['SERVER_URL', 'set PUBLIC_URL'],
  ['SERVER_PORT', 'set PORT'],
  ['WEBHOOK_EVENTS_MESSAGES_UPSERT', 'list'],
  ['QRCODE_LIMIT', 'set QRCODE_MAX_COUNT'],
  ['MINIO_ENDPOINT', 'set S3_ENDPOINT'],
  ['WEBHOOKFILES', 'set WEBHOOK_FILES'],
  ['NATS_ENABLED', 'set NATS_URL'],
  ['AMQP_SPECIFIC_EVENTS', 'AMQP_GLOBAL_EVENTS'],
  ['CHATWOOT_ENABLED', 'docs/from-evolution.md'],
  ['DEL_INSTANCE', 'MESSAGE_STORE_HOURS'],
  ['CORS_ORIGIN', 'set CORS_ORIGINS'],
])('%s of another gateway is one line that says: %s', (name, advice) => {
  const lines = warnings({ [name]: 'hunter2' });
  expect(lines).toEqual([expect.stringContaining(advice)]);
  expect(lines[0]).toStartWith(`${name} is not read here: `);
  expect(lines[0]).not.toContain('hunter2');
});

test.each([
  ['AMQP_URI', 'AMQP_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['webhook_url', 'WEBHOOK_URL'],
  ['GLOBAL_API_KEYS', 'GLOBAL_API_KEY'],
  ['ENCRYPTION_KEYS', 'ENCRYPTION_KEY'],
])('%s, which is nearly a variable of ours, is said to be %s', (name, meant) => {
  expect(warnings({ [name]: '7' })).toEqual([`unknown variable ${name}: did you mean ${meant}?`]);
});

test('500 variables of other programs are passed over beside a misspelt one of ours', () => {
  const others = ['APP', 'CACHE', 'WEBHOOKS', 'EVENTS', 'S3', 'QUEUE', 'MAIL', 'HOST', 'TIMEOUT'];
  const foreign: Record<string, string> = {};
  for (let n = 0; n < 500; n++)
    foreign[`${others[n % 9]}_${others[(n * 7 + 3) % 9]}_OF_SERVICE_${n}`] = '7';
  expect(unreadLines({ ...foreign, WEBHOOK_TIMEOUT: '7' })).toEqual([
    'unknown variable WEBHOOK_TIMEOUT: did you mean WEBHOOK_TIMEOUT_MS?',
  ]);
});

test('nothing is said of what systems, platforms and other programs set, or of switches that are off', () => {
  const others = {
    ...{ PATH: '/bin', HOME: '/root', HOSTNAME: 'a', LANG: 'C', USER: 'me', NODE_HOME: '/n' },
    ...{ FLY_APP_NAME: 'a', FLY_REGION: 'gru', KUBERNETES_PORT: 'tcp://10.0.0.1:443' },
    ...{ S3_PORT: 'tcp://10.0.0.7:9000', S3_SERVICE_HOST: '10.0.0.7', NATS_PORT: 'tcp://10.0.0.8' },
    ...{ AWS_REGION: 'a', AWS_S3_ENDPOINT: 'b', S3_SESSION_TOKEN: 'c', POSTGRES_PASSWORD: 'd' },
    ...{ REDIS_URL: 'redis://a', RAILWAY_STATIC_URL: 'b', npm_package_name: 'c', NODE_PATH: 'd' },
    ...{ S3_HOST: 'a', S3_KEY: 'b', NATS_USER: 'c', WEBHOOK_PORT: '1', EVENT_BUS: 'd' },
    ...{ S3_ENABLED: 'false', RABBITMQ_ENABLED: '', NODE_EXTRA_CA_CERTS: '/ca.pem' },
  };
  expect(warnings(others)).toEqual([]);
});

test('of very many such variables the first 40 are named and the others are counted', () => {
  const names = Array.from({ length: 50 }, (_, at) => [`WEBHOOK_EVENTS_E${at}`, 'true']);
  const lines = warnings(Object.fromEntries(names));
  expect([lines.length, lines.at(-1)]).toEqual([41, '10 more variables are not read here']);
});

describe('in production the global key and the first token', () => {
  const KEY = Buffer.alloc(32, 7).toString('base64');
  const production = (key: string, token: string): Environment => ({
    NODE_ENV: 'production',
    GLOBAL_API_KEY: key,
    BOOTSTRAP_ACCESS_TOKEN: token,
    ENCRYPTION_KEY: KEY,
  });

  test('are refused below 8 characters', () => {
    expect(faults(production('x'.repeat(7), 'x'.repeat(8)))).toEqual([
      expect.stringMatching(/^GLOBAL_API_KEY is .*8 characters or more/),
    ]);
    expect(faults(production('x'.repeat(8), 'x'.repeat(7)))).toEqual([
      expect.stringMatching(/^BOOTSTRAP_ACCESS_TOKEN is .*8 characters or more/),
    ]);
    expect(faults(production('x'.repeat(8), 'x'.repeat(8)))).toEqual([]);
  });

  test('are warned of below 32, one line each', () => {
    expect(warnings(production('x'.repeat(31), 'x'.repeat(8)))).toEqual([
      expect.stringMatching(/^GLOBAL_API_KEY is shorter than 32 characters/),
      expect.stringMatching(/^BOOTSTRAP_ACCESS_TOKEN is shorter than 32 characters/),
    ]);
    expect(warnings(production('x'.repeat(32), 'x'.repeat(32)))).toEqual([]);
  });

  test('are held to both lengths each, where one global key replaces another', () => {
    const keys = (...lengths: number[]) => lengths.map((length) => 'x'.repeat(length)).join(',');
    const token = 'x'.repeat(32);
    expect(faults(production(keys(32, 7), token))).toEqual([
      expect.stringMatching(/^GLOBAL_API_KEY is \*{8} \(7 characters\) .*8 characters or more/),
    ]);
    expect(warnings(production(keys(31, 32), token))).toHaveLength(1);
    expect(warnings(production(keys(32, 32), token))).toEqual([]);
  });

  test('may be of any length elsewhere', () => {
    const environment = { ...production('x', 'x'), NODE_ENV: 'development' };
    expect([faults(environment), warnings(environment)]).toEqual([[], []]);
  });
});

test('names that are not near ours are left alone: the environment is shared', () => {
  expect(
    warnings({ PATH: '/bin', EVENT_BUS_NAME: 'x', WEBHOOK_RELAY_TOKEN: 'x', PORTS: '1' }),
  ).toEqual([]);
});

test('event names that do not exist are refused by name, each with the one that is near', () => {
  const names = 'Message, Massage,CALLS';
  expect(faults({ AMQP_GLOBAL_EVENTS: names, NATS_GLOBAL_EVENTS: 'x' })).toEqual([
    'AMQP_GLOBAL_EVENTS is "Message, Massage,CALLS" (no event is called "Massage" (did you mean MESSAGE?), "CALLS" (did you mean CALL?)); it accepts a comma list of event names and categories as in `subscribe`; none means every event',
    expect.stringMatching(/^NATS_GLOBAL_EVENTS is "x" \(no event is called "x"\); it accepts /),
  ]);
});

test('a broker that everything goes to but that is nowhere is a warning', () => {
  expect(warnings({ AMQP_GLOBAL_ENABLED: 'true', NATS_GLOBAL_ENABLED: '1' })).toEqual([
    'AMQP_GLOBAL_ENABLED is on, but AMQP_URL is not set: nothing is sent',
    'NATS_GLOBAL_ENABLED is on, but NATS_URL is not set: nothing is sent',
  ]);
});

test('settings are frozen', () => {
  const reading = readSettings({}, none);
  expect(Object.isFrozen('settings' in reading && reading.settings)).toBe(true);
});

test('a format that consists of keys is refused where none may be shown', () => {
  const environment = { WEBHOOK_FORMAT: 'evolution-go', EVOLUTION_SHOW_KEYS: 'false' };
  expect(faults(environment)).toEqual([
    expect.stringMatching(/^WEBHOOK_FORMAT is "evolution-go" \(.*needs EVOLUTION_SHOW_KEYS=true\)/),
  ]);
  expect(faults({ ...environment, EVOLUTION_SHOW_KEYS: 'true' })).toEqual([]);
});

const REGION = 'set S3_REGION; a host such as s3.eu-central-1.amazonaws.com names its own region';

test.each([
  ['BACKUP_S3_REGION', 'eu-central-1', REGION],
  [
    'CLUSTER_NATS_URL',
    'nats://hints:4222',
    'nodes send each other hints by the server in NATS_URL',
  ],
  [
    'ENDPOINT_DISABLE_FAILURES',
    '5',
    'an endpoint is dead after 20 failed attempts in a row over 5 days',
  ],
  [
    'ENDPOINT_DISABLE_HOURS',
    '24',
    'an endpoint is dead after 20 failed attempts in a row over 5 days',
  ],
  ['EVENT_ARCHIVE_REGION', 'eu-central-1', REGION],
  ['GATEWAY_DIALECT', 'evolution-api', 'set EVOLUTION_MODE'],
  ['MCP_CALLS_MAX', '64', '64 requests of agents may be under way at once'],
  ['PASSKEY_PUBLIC_URL', 'https://gate.example.com', 'set PUBLIC_URL'],
  ['WEBHOOK_BATCH', '20', 'each request has one event'],
  ['WEBHOOK_RETRY_AFTER_MAX_MS', '60000', 'retry-after is followed for at most 24 hours'],
  ['WEBSOCKETS_MAX', '10000', '10,000 WebSockets may be open in all'],
])('%s has ended, which one warning says, with what is done instead', (name, value, instead) => {
  expect(warnings({ [name]: value })).toEqual([`${name} is not read here: ${instead}`]);
  expect(warnings({ [name]: ' ' })).toEqual([]);
});
