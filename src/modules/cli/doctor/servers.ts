/** Checks whether the servers that the variables name accept connections. */
import { connect } from 'node:net';
import { readBroker, variableOf } from '../../../core/channels/broker.ts';
import { BROKERS } from '../../../core/channels/brokers.ts';
import type { Settings } from '../../../core/config/config.ts';
import { failureReason } from '../../../core/outbound/failure-reason.ts';
import { type Check, failedCheck, ok } from '../../../core/process/checks.ts';
import { withTimeout } from '../../../core/shared/async/deadline.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { codeOf, messageOf } from '../../../core/shared/errors.ts';

const REACH_MS = 5_000;
/** Default ports by scheme. */
const PORTS: Readonly<Record<string, number>> = {
  ...Object.assign({}, ...BROKERS.map(({ ports }) => ports)),
  'http:': 80,
  'https:': 443,
  'libsql:': 443,
};

type ServerVariable = readonly [name: string, url: (settings: Settings) => string | null];

const SERVERS: readonly ServerVariable[] = [
  ['DATABASE_URL', ({ databaseUrl }) => (databaseUrl.startsWith('file:') ? null : databaseUrl)],
  ...BROKERS.map((broker): ServerVariable => {
    const urlIn = (settings: Settings) =>
      settings.without.includes(broker.name) ? null : readBroker(broker, settings).url;
    return [variableOf(broker, 'Url').name, urlIn];
  }),
  ['S3_ENDPOINT', ({ s3Endpoint }) => s3Endpoint],
  ['BACKUP_S3_ENDPOINT', ({ backupS3Endpoint }) => backupS3Endpoint],
  ['WEBHOOK_URL', ({ webhookUrl }) => webhookUrl],
  [
    'META_GRAPH_URL',
    ({ graphPassThrough, metaGraphUrl }) => (graphPassThrough.length === 0 ? null : metaGraphUrl),
  ],
];

export const SERVER_CHECKS: readonly Check[] = SERVERS.map(([variable, urlIn]) => ({
  name: variable,
  look: async ({ settings, clock }) => {
    const url = URL.parse(urlIn(settings) ?? '');
    if (url === null) return null;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port) || (PORTS[url.protocol] ?? 443);
    const problem = await connectFailure(host, port, clock);
    if (problem === null) return ok(`${host}:${port} accepts connections`);
    return failedCheck(`${host}:${port}: ${problem}`, `start that server, or correct ${variable}`);
  },
}));

/** Returns why a connection fails, or null when it succeeds; it is closed at once. */
async function connectFailure(host: string, port: number, clock: Clock): Promise<string | null> {
  const socket = connect({ host, port });
  const opened = new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve());
    socket.on('error', reject);
  });
  try {
    await withTimeout({ clock, ms: REACH_MS }, opened);
    return null;
  } catch (error) {
    return codeOf(error) === '' ? messageOf(error) : failureReason(error);
  } finally {
    socket.destroy();
  }
}
