/** Every variable by itself: its default, what it accepts and what it refuses. */
import { describe, expect, test } from 'bun:test';
import { readSettings, type Settings } from '../../../src/core/config/config.ts';
import type { Environment } from '../../../src/core/config/environment.ts';
import { FIELDS, VARIABLES } from '../../../src/core/config/variables.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const bytes = (count: number) => Buffer.alloc(count, 7).toString('base64');
const production = { NODE_ENV: 'production', GLOBAL_API_KEY: 'global-key', ENCRYPTION_KEY: KEY };

const read = (environment: Environment) => readSettings(environment, () => null);
function settings(environment: Environment): Settings {
  const reading = read(environment);
  if ('faults' in reading) throw new Error(reading.faults.join('\n'));
  return reading.settings;
}

interface Case {
  /** What must be set with it. */
  readonly beside?: Environment;
  readonly unset: unknown;
  readonly unsetInProduction?: unknown;
  /** Text and the value it becomes. */
  readonly good: readonly (readonly [string, unknown])[];
  readonly bad: readonly string[];
}

const notIntegers = ['abc', '1.5', '1e3', '-1', '+1', '0x10', '01', '1 000', '99999999999', 'NaN'];
const integers = (unset: number, min: number, max: number): Case => ({
  unset,
  good: [min, max].map((value) => [String(value), value] as const),
  bad: [...notIntegers, String(max + 1), ...(min > 0 ? [String(min - 1)] : [])],
});
const flags = (unset: boolean): Case => ({
  unset,
  good: [
    ['true', true],
    ['1', true],
    ['FALSE', false],
    ['0', false],
  ],
  bad: ['yes', 'on', '2', 'null'],
});
const credentials: Case = {
  unset: null,
  good: [
    ['k', 'k'],
    ['~!x'.repeat(80), '~!x'.repeat(80)],
  ],
  bad: ['two words', 'schlüssel', 'line\nline', 'x'.repeat(257)],
};
const storage = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'media',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
};
const backupStore = {
  BACKUP_S3_ENDPOINT: 'https://backups.example.com',
  BACKUP_S3_ACCESS_KEY: 'key',
  BACKUP_S3_SECRET_KEY: 'secret',
};
const itself = (...texts: string[]) => texts.map((text) => [text, text] as const);
const broker = (scheme: string, ...others: readonly string[]): Case => ({
  unset: null,
  good: itself(
    `${scheme}://127.0.0.1:5000`,
    `${scheme}://user:p%40ss@broker.internal/`,
    ...others.map((other) => `${other}://broker.internal`),
  ),
  bad: ['broker', 'broker:5000', 'http://broker', `${scheme}://`, `${scheme}://a:b%zz@broker`],
});
const networks: Case = {
  unset: 'everything',
  unsetInProduction: [],
  good: [
    ['everything', 'everything'],
    ['none', []],
    ['10.0.0.0/8, CRM.internal ,fd00::/8', ['10.0.0.0/8', 'crm.internal', 'fd00::/8']],
    ['127.0.0.1,::1', ['127.0.0.1/32', '::1/128']],
  ],
  bad: ['10.0.0.0/33', '::/129', '10.0.0/8', '300.1.1.1', 'http://crm', '10.0.0.0/8,a b', '*', ','],
};
const eventLists: Case = {
  unset: ['ALL'],
  good: [
    ['Message', ['Message']],
    [' message , CALL,,', ['Message', 'CALL']],
    [',', ['ALL']],
    ['all', ['ALL']],
  ],
  bad: ['Massage', 'Message,CALLS', 'Message Receipt'],
};

const endpoints: Case = {
  unset: null,
  good: [
    ['https://s3.example.com', 'https://s3.example.com'],
    ['http://127.0.0.1:9000/', 'http://127.0.0.1:9000'],
  ],
  bad: [
    's3.example.com',
    'ftp://s3.example.com',
    'https://key:secret@s3.example.com',
    'https://s3.example.com/media',
    'https://s3.example.com?x=1',
    'https://',
  ],
};
const regions: Case = {
  unset: 'us-east-1',
  good: itself('eu-central-1', 'auto', 'garage'),
  bad: ['eu central', 'a/b', 'x'.repeat(65)],
};

const publicUrls: Case = {
  unset: null,
  good: [
    ['https://gate.example.com', 'https://gate.example.com'],
    ['https://gate.example.com/', 'https://gate.example.com'],
    ['http://example.com:8080/gate/', 'http://example.com:8080/gate'],
  ],
  bad: ['gate.example.com', 'ftp://example.com', 'https://a:b@example.com', 'https://a.com?x=1'],
};

const CASES: Record<keyof Settings, Case> = {
  amqpUrl: broker('amqp', 'amqps'),
  amqpGlobalEnabled: flags(false),
  amqpGlobalEvents: eventLists,
  natsUrl: broker('nats', 'tls', 'ws', 'wss'),
  natsGlobalEnabled: flags(false),
  natsGlobalEvents: eventLists,
  natsJetstream: flags(false),
  natsStream: {
    unset: 'GATEHOUSE',
    good: itself('EVENTS', 'my-events_2'),
    bad: ['two words', 'a.b', 'a*', '>', 'a/b', 'x'.repeat(256)],
  },
  port: integers(8080, 0, 65_535),
  host: {
    unset: '0.0.0.0',
    good: itself('127.0.0.1', '::', 'localhost', 'fly-local-6pn', 'a.example.com'),
    bad: ['999.1.1.1', 'http://localhost', 'a b', '[::]', 'localhost:80'],
  },
  environment: {
    unset: 'development',
    unsetInProduction: 'production',
    good: itself('development', 'test'),
    bad: ['prod', 'Production', 'staging'],
  },
  databaseUrl: {
    unset: 'file:./data/gatehouse.db',
    good: itself(
      'file:/var/lib/gatehouse.db',
      'file:gatehouse.db',
      'file:///var/a%20b.db',
      'libsql://db.example.com',
      'http://127.0.0.1:8080',
      'https://db.example.com',
      'ws://127.0.0.1:8080',
      'wss://db.example.com',
    ),
    bad: [
      'file:',
      'file::memory:',
      'file:./data/',
      'file:a.db?mode=ro',
      'file://host/a.db',
      'file:100%.db',
      './gatehouse.db',
      'postgres://db.example.com',
      'https://',
      'libsql://h:99999',
    ],
  },
  auditRetentionHours: integers(8_760, 1, 87_600),
  databaseAuthToken: { unset: null, good: itself('eyJh.bGci.x'), bad: [] },
  nodeUrl: { ...publicUrls, beside: { DATABASE_URL: 'libsql://db.example.com' } },
  nodeName: { unset: '', good: itself('node-1'), bad: [] },
  dataDir: { unset: './data', good: itself('/data', './a b'), bad: ['/da\0ta'] },
  publicUrl: publicUrls,
  globalApiKeys: {
    unset: null,
    good: [
      ['k', ['k']],
      ['new,old', ['new', 'old']],
      ['new , old', ['new', 'old']],
    ],
    bad: [...credentials.bad, 'new,', ',old', 'a,b,c', `new,${'x'.repeat(257)}`],
  },
  bootstrapAccessToken: credentials,
  encryptionKeys: {
    unset: null,
    good: [
      [KEY, [KEY]],
      [`${KEY},${bytes(32)}`, [KEY, bytes(32)]],
      [`${KEY} , ${bytes(32)}`, [KEY, bytes(32)]],
    ],
    bad: [
      `${KEY},`,
      `,${KEY}`,
      `${KEY},short`,
      `${KEY},${KEY},${KEY}`,
      'short',
      bytes(31),
      bytes(33),
      KEY.slice(0, -1),
      KEY.replace('B', '-'),
      'x'.repeat(64),
    ],
  },
  corsOrigins: {
    unset: [],
    good: [
      ['*', ['*']],
      [
        'https://App.example.com/, http://localhost:3000',
        ['https://app.example.com', 'http://localhost:3000'],
      ],
      ['https://a.com,https://a.com,', ['https://a.com']],
    ],
    bad: ['app.example.com', 'https://a.com/path', '*,https://a.com', 'https://u:p@a.com', ','],
  },
  portalFrameAncestors: {
    unset: [],
    good: [
      [
        'https://App.example.com/, http://localhost:3000, http://127.0.0.1, http://[::1]:8080',
        [
          'https://app.example.com',
          'http://localhost:3000',
          'http://127.0.0.1',
          'http://[::1]:8080',
        ],
      ],
    ],
    bad: [
      '*',
      'http://a.com',
      'https://a.com/path',
      "'self'",
      'https://*.a.com',
      'https://a.com;x',
      ',',
    ],
  },
  trustProxy: {
    unset: [],
    good: [
      ['10.0.0.0/8, 192.0.2.7', ['10.0.0.0/8', '192.0.2.7/32']],
      ['FD00::/8,2001:db8::1', ['fd00::/8', '2001:db8::1/128']],
    ],
    bad: ['none', 'proxy.internal', '10.0.0.0/33', '10.0.0', '::ffff:10.0.0.0/104', '10.0.0.1,x'],
  },
  rateLimitPerMinute: integers(0, 0, 1_000_000),
  authFailuresPerMinute: { ...integers(0, 0, 1_000_000), unsetInProduction: 120 },
  memoryLimit: {
    unset: null,
    good: [
      ['128m', 128 << 20],
      ['1g', 1 << 30],
    ],
    bad: ['127m', '512', '1t', 'all'],
  },
  tenantLimits: {
    unset: 'off',
    good: itself('off', 'strict'),
    bad: ['on', 'STRICT', 'true'],
  },
  websocketsPerKey: integers(100, 1, 100_000),
  metricsInstancesMax: integers(100, 0, 10_000),
  otlpEndpoint: publicUrls,
  otlpHeaders: {
    unset: {},
    good: [
      ['authorization=Basic%20abc=', { authorization: 'Basic abc=' }],
      ['x-key=a, x-team = b ', { 'x-key': 'a', 'x-team': 'b' }],
    ],
    bad: ['authorization', 'a=1,,b=2', 'two words=1', 'a=%zz', '=1'],
  },
  otelServiceName: { unset: 'gatehouse', good: itself('shop gateway'), bad: [] },
  traceRatio: {
    unset: 1,
    good: [
      ['0', 0],
      ['0.25', 0.25],
      ['.5', 0.5],
      ['1.0', 1],
    ],
    bad: ['1.5', '-1', '50%', '1e-3'],
  },
  instanceEventsPerSecond: integers(0, 0, 1_000_000),
  instanceStorageLimit: {
    unset: null,
    good: [
      ['1m', 1024 ** 2],
      ['1048576', 1024 ** 2],
      ['2G', 2 * 1024 ** 3],
    ],
    bad: ['0', '1023k', '1.5g', '10mb', '1t', 'unlimited'],
  },
  evolutionMode: flags(false),
  graphAtRoot: flags(false),
  graphPassThrough: {
    unset: [],
    good: [['106540352242922, 102290129340398', ['106540352242922', '102290129340398']]],
    bad: ['shop', '12', '106540352242922,x', ','],
  },
  without: {
    unset: [],
    good: [['graph, mcp,graph', ['graph', 'mcp']]],
    bad: ['Graph', 'graph mcp', ','],
  },
  evolutionShowKeys: flags(false),
  logLevel: {
    unset: 'info',
    good: itself('trace', 'debug', 'info', 'warn', 'error'),
    bad: ['INFO', 'verbose', 'fatal'],
  },
  webhookUrl: {
    unset: null,
    good: itself('http://example.com/hook', `https://example.com/${'x'.repeat(2028)}`),
    bad: [
      'example.com/hook',
      'ftp://example.com',
      'https://user:pass@example.com',
      'https://user@example.com',
      'https://',
      `https://example.com/${'x'.repeat(2029)}`,
    ],
  },
  webhookSecret: {
    unset: null,
    good: itself(`whsec_${bytes(24)}`, `whsec_${bytes(32)}`, `whsec_${bytes(64)}`),
    bad: [
      bytes(32),
      `whsec_${bytes(23)}`,
      `whsec_${bytes(65)}`,
      'whsec_',
      `whsec_${'!'.repeat(32)}`,
    ],
  },
  webhookFiles: {
    unset: true,
    good: [
      ['true', true],
      ['anything', true],
      ['false', false],
      ['0', false],
    ],
    bad: [],
  },
  webhookFormat: {
    unset: null,
    beside: { EVOLUTION_SHOW_KEYS: 'true' },
    good: itself('gatehouse', 'evolution-api', 'evolution-go'),
    bad: ['evolution', 'EVOLUTION-API', 'true'],
  },
  webhookTimeoutMs: integers(30_000, 1, 600_000),
  webhookMaxAttempts: integers(5, 1, 100),
  webhookRetryDelayMs: integers(30_000, 0, 86_400_000),
  endpointsPerInstance: integers(20, 0, 1000),
  webhookAllowNetworks: networks,
  proxyAllowNetworks: networks,
  webhookMaxInFlight: integers(1024, 1, 16_384),
  webhookMaxInFlightPerHost: integers(32, 1, 16_384),
  eventIgnoreGroup: flags(false),
  eventIgnoreStatus: flags(false),
  eventRetentionHours: integers(168, 1, 87_600),
  deliveryRetentionHours: integers(168, 1, 87_600),
  messageStoreHours: { ...integers(0, 0, 87_600), unset: null },
  s3Endpoint: { ...endpoints, beside: storage },
  s3Bucket: {
    beside: storage,
    unset: null,
    good: itself('media', 'my.media-2', 'Old_Media'),
    bad: ['ab', '-media', 'a/b', '../media', 'x'.repeat(64)],
  },
  s3AccessKey: { ...credentials, beside: storage },
  s3SecretKey: { ...credentials, beside: storage },
  s3Region: regions,
  s3LinkTtlSeconds: integers(604_800, 60, 604_800),
  eventArchiveUrl: {
    beside: { EVENT_ARCHIVE_ACCESS_KEY: 'key', EVENT_ARCHIVE_SECRET_KEY: 'secret' },
    unset: null,
    good: [
      [
        'https://s3.example.com/events',
        { endpoint: 'https://s3.example.com', bucket: 'events', prefix: '' },
      ],
      [
        'http://127.0.0.1:9000/events/gate/eu/',
        { endpoint: 'http://127.0.0.1:9000', bucket: 'events', prefix: 'gate/eu/' },
      ],
    ],
    bad: [
      'https://s3.example.com',
      'https://s3.example.com/a',
      's3://events',
      'https://key:secret@s3.example.com/events',
      'https://s3.example.com/events?x=1',
      'https://s3.example.com/events/a%20b',
    ],
  },
  eventArchiveAccessKey: credentials,
  eventArchiveSecretKey: credentials,
  backupS3Endpoint: { ...endpoints, beside: backupStore },
  backupS3AccessKey: { ...credentials, beside: backupStore },
  backupS3SecretKey: { ...credentials, beside: backupStore },
  defaultProvider: {
    unset: 'sandbox',
    unsetInProduction: 'whatsapp',
    good: itself('sandbox', 'whatsapp', 'whatsapp-cloud'),
    bad: ['Sandbox', 'baileys'],
  },
  connectOnStartup: flags(true),
  interactiveOnPhones: flags(false),
  qrcodeMaxCount: integers(6, 1, 100),
  sendPerMinute: integers(0, 0, 10_000),
  newChatsPerDay: integers(0, 0, 10_000),
  whatsappSocketUrl: {
    unset: null,
    good: itself('wss://web.whatsapp.com/ws/chat', 'ws://127.0.0.1:8090/ws/chat'),
    bad: ['web.whatsapp.com', 'https://web.whatsapp.com', 'wss://', 'wss://a:b@web.whatsapp.com'],
  },
  whatsappRootPublicKey: {
    unset: null,
    good: [['AB'.repeat(32), 'ab'.repeat(32)]],
    bad: ['ab', 'zz'.repeat(32), 'ab'.repeat(33)],
  },
  whatsappIdentityEvents: flags(false),
  whatsappWorkers: { ...integers(0, 0, 256), unset: null },
  whatsappRecord: { unset: null, good: itself('/data/stanzas', './a b'), bad: ['/da\0ta'] },
  whatsappWebVersion: {
    unset: null,
    good: [['2.3000.1043857760', [2, 3000, 1043857760]]],
    bad: ['2.3000', '2,3000,1', 'v2.3000.1', '2.3000.1.1', '2.3000.x'],
  },
  metaGraphUrl: {
    unset: 'https://graph.facebook.com',
    good: [
      ['https://graph.example.com/', 'https://graph.example.com'],
      ['http://127.0.0.1:9000/graph', 'http://127.0.0.1:9000/graph'],
    ],
    bad: [
      'graph.facebook.com',
      'https://graph.facebook.com/v26.0',
      'https://a:b@graph.example.com',
    ],
  },
  metaGraphVersion: {
    unset: 'v26.0',
    good: itself('v25.0', 'v101.0'),
    bad: ['26', 'v26', '26.0', 'v0.0', 'latest'],
  },
  commandUrl: publicUrls,
  commandKey: credentials,
  metaAppSecret: credentials,
  metaVerifyToken: credentials,
  historyEvents: flags(false),
  mcpEnabled: flags(false),
};

for (const field of FIELDS) {
  const { name, secret } = VARIABLES[field];
  const { unset, unsetInProduction = unset, good, bad, beside = {} } = CASES[field];
  describe(name, () => {
    test.each(['', '   ', undefined])('has its default when it is %p', (text) => {
      expect(settings({ [name]: text })[field]).toEqual(unset as never);
    });
    if (!(name in production) || name === 'NODE_ENV') {
      test('has its default in production', () => {
        expect(settings(production)[field]).toEqual(unsetInProduction as never);
      });
    }
    for (const [text, value] of good) {
      test(`takes ${text.slice(0, 60)}`, () => {
        expect(settings({ ...beside, [name]: ` ${text} ` })[field]).toEqual(value as never);
      });
    }
    for (const text of bad) {
      test(`refuses ${JSON.stringify(text.slice(0, 60))} in one line that says what it accepts`, () => {
        const reading = read({ ...beside, [name]: text });
        const faults = 'faults' in reading ? reading.faults : [];
        expect(faults).toHaveLength(1);
        expect(faults[0]).toStartWith(`${name} is `);
        expect(faults[0]).toEndWith(`it accepts ${VARIABLES[field].kind.accepts}`);
        expect(faults[0]).not.toContain('\n');
        if (secret === 'whole') {
          expect(faults[0]?.split('; it accepts')[0]).not.toContain(
            JSON.stringify(text).slice(1, -1),
          );
        }
      });
    }
  });
}

describe('TENANT_LIMITS=strict', () => {
  const LIMITS = {
    rateLimitPerMinute: 1_200,
    authFailuresPerMinute: 60,
    websocketsPerKey: 10,
    instanceEventsPerSecond: 50,
    instanceStorageLimit: 1024 ** 3,
    sendPerMinute: 60,
  };

  test('limits what each tenant may take, in production too', () => {
    expect(settings({ TENANT_LIMITS: 'strict' })).toMatchObject(LIMITS);
    expect(settings({ ...production, TENANT_LIMITS: 'strict' })).toMatchObject(LIMITS);
  });

  test('leaves every variable alone that is set by itself', () => {
    for (const field of Object.keys(LIMITS) as (keyof typeof LIMITS)[]) {
      const { name, kind } = VARIABLES[field];
      const text = field === 'instanceStorageLimit' ? '5m' : '7';
      const changed = settings({ TENANT_LIMITS: 'strict', [name]: text });
      expect(changed[field]).toBe(kind.read(text) as never);
      expect(changed).toMatchObject({ ...LIMITS, [field]: changed[field] });
    }
  });

  test('changes nothing else', () => {
    const strict = settings({ TENANT_LIMITS: 'strict' });
    const changed = FIELDS.filter((field) => !Bun.deepEquals(strict[field], settings({})[field]));
    expect(changed.toSorted()).toEqual(
      [...Object.keys(LIMITS), 'tenantLimits'].toSorted() as never,
    );
  });
});
