/** Variables of the service itself: where it listens, what it keeps, whom it trusts. */

import { LOG_LEVELS } from '../shared/log.ts';
import {
  databaseUrl,
  framers,
  metaIds,
  moduleNames,
  origins,
  proxies,
  publicUrl,
} from '../shared/variables/addresses.ts';
import {
  anyText,
  credential,
  encryptionKey,
  flag,
  integer,
  listenHost,
  oneOf,
  optional,
  path,
  variable,
  withFormer,
} from '../shared/variables/kinds.ts';

export const SERVICE_VARIABLES = {
  port: variable({
    name: 'PORT',
    kind: integer(0, 65_535),
    unset: 8080,
    about: 'Listen port; `0` takes a free one.',
  }),
  host: variable({
    name: 'HOST',
    kind: listenHost,
    unset: '0.0.0.0',
    about: 'Listen address.',
  }),
  environment: variable({
    name: 'NODE_ENV',
    kind: oneOf('development', 'test', 'production'),
    unset: 'development',
    about: '`production` chooses the defaults for production, and generates no secrets.',
  }),
  without: variable({
    name: 'GATEHOUSE_WITHOUT',
    kind: moduleNames,
    unset: [],
    defaultText: 'none',
    about: '[Modules to leave out](operations.md#leaving-modules-out).',
  }),
  databaseUrl: variable({
    name: 'DATABASE_URL',
    kind: databaseUrl,
    unset: 'file:./data/gatehouse.db',
    defaultText: '`gatehouse.db` in `DATA_DIR`',
    secret: 'in-address',
    about:
      '`file:` is embedded SQLite, with `%`, `?` and `#` in the path escaped; the other schemes are a libSQL server.',
  }),
  databaseAuthToken: optional({
    name: 'DATABASE_AUTH_TOKEN',
    kind: anyText,
    secret: 'whole',
    about: 'Token for the libSQL server.',
  }),
  nodeName: variable({
    name: 'NODE_NAME',
    kind: anyText,
    unset: '',
    defaultText: 'the host name',
    about: 'Name of this node, different on each.',
  }),
  nodeUrl: optional({
    name: 'NODE_URL',
    kind: publicUrl,
    defaultText: '`http://HOST:PORT`, as far as that is an address',
    secret: 'in-address',
    about: 'Where other nodes reach this one; refused with a database file.',
  }),
  dataDir: variable({
    name: 'DATA_DIR',
    kind: path,
    unset: './data',
    about: 'Where the database and generated secrets are kept, for its owner alone (0700).',
  }),
  publicUrl: optional({
    name: 'PUBLIC_URL',
    kind: publicUrl,
    defaultText: '`http://localhost:PORT`',
    secret: 'in-address',
    about:
      'Base of the links that the service gives out, also with [a path](operations.md#below-a-path).',
  }),
  globalApiKeys: optional({
    name: 'GLOBAL_API_KEY',
    kind: withFormer(credential),
    requiredInProduction: true,
    defaultText: 'generated; production: required',
    secret: 'whole',
    about:
      'The global key of the gateway zone (header `apikey`). In production it has 8 characters or more, better 32.',
  }),
  bootstrapAccessToken: optional({
    name: 'BOOTSTRAP_ACCESS_TOKEN',
    kind: credential,
    defaultText: 'generated; production: none',
    secret: 'whole',
    about:
      '`api_access_token` of the first user, set only while no user exists; [or let a command make one](operations.md#when-no-access-token-works). In production it has 8 characters or more, better 32.',
  }),
  encryptionKeys: optional({
    name: 'ENCRYPTION_KEY',
    kind: withFormer(encryptionKey),
    requiredInProduction: true,
    defaultText: 'generated; production: required',
    secret: 'whole',
    about:
      'Seals the secrets kept in the database (AES-256-GCM). Losing it loses them. It can be [changed](operations.md#changing-the-encryption-key).',
  }),
  evolutionMode: variable({
    name: 'EVOLUTION_MODE',
    kind: flag,
    unset: false,
    about:
      '`true`: the gateway zone behaves as clients of Evolution API expect, [in these points](from-evolution.md#evolution-mode).',
  }),
  evolutionShowKeys: variable({
    name: 'EVOLUTION_SHOW_KEYS',
    kind: flag,
    unset: false,
    about:
      '`true`: keys of instances are kept, sealed, and [shown where those systems show them](from-evolution.md#keys-in-answers-and-bodies).',
  }),
  graphAtRoot: variable({
    name: 'GRAPH_AT_ROOT',
    kind: flag,
    unset: false,
    about:
      "`true`: the paths of Meta's Graph API are also at the root, `/v25.0/…`, for clients that take only a host.",
  }),
  graphPassThrough: variable({
    name: 'GRAPH_PASS_THROUGH',
    kind: metaIds,
    unset: [],
    defaultText: 'none',
    about:
      'Ids at Meta that no instance has; requests for them are [passed on to Meta](graph.md#numbers-of-no-instance).',
  }),
  corsOrigins: variable({
    name: 'CORS_ORIGINS',
    kind: origins,
    unset: [],
    defaultText: 'none',
    about: 'Origins that browsers may call from.',
  }),
  portalFrameAncestors: variable({
    name: 'PORTAL_FRAME_ANCESTORS',
    kind: framers,
    unset: [],
    defaultText: 'none',
    about: "Origins whose pages may show [a customer's page](portal.md) in a frame.",
  }),
  trustProxy: variable({
    name: 'TRUST_PROXY',
    kind: proxies,
    unset: [],
    defaultText: 'none',
    about: 'Proxies whose `x-forwarded-for` and `x-forwarded-proto` are believed.',
  }),
  auditRetentionHours: variable({
    name: 'AUDIT_RETENTION_HOURS',
    kind: integer(1, 87_600),
    unset: 8_760,
    about: 'How long the audit of the gateway zone is kept.',
  }),
  rateLimitPerMinute: variable({
    name: 'RATE_LIMIT_PER_MINUTE',
    kind: integer(0, 1_000_000),
    unset: 0,
    unsetIfStrict: 1_200,
    about: 'Requests per minute of one user, one instance, or the global key; `0` is no limit.',
  }),
  authFailuresPerMinute: variable({
    name: 'AUTH_FAILURES_PER_MINUTE',
    kind: integer(0, 1_000_000),
    unset: 0,
    unsetInProduction: 120,
    unsetIfStrict: 60,
    about: 'Failed authentications of one client address per minute; `0` is no limit.',
  }),
  logLevel: variable({
    name: 'LOG_LEVEL',
    kind: oneOf(...LOG_LEVELS),
    unset: 'info',
    about: 'The lowest level that is written.',
  }),
};
