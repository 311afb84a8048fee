/** Servers that the variables name: whether something accepts connections there. */
import { connect } from 'node:net';
import type { Settings } from '../../config.ts';
import { failureReason } from '../../outbound/failure-reason.ts';
import { withTimeout } from '../../shared/async/deadline.ts';
import type { Clock } from '../../shared/clock.ts';
import { codeOf, messageOf } from '../../shared/errors.ts';
import { type Check, failed, ok } from './checks.ts';

const REACH_MS = 5_000;
/** By scheme, where the URL names no port. */
const PORTS: Readonly<Record<string, number>> = {
  'amqp:': 5672,
  'amqps:': 5671,
  'nats:': 4222,
  'tls:': 4222,
  'ws:': 80,
  'wss:': 443,
  'http:': 80,
  'https:': 443,
  'libsql:': 443,
};

const SERVERS: readonly (readonly [
  variable: string,
  url: (settings: Settings) => string | null,
])[] = [
  ['DATABASE_URL', ({ databaseUrl }) => (databaseUrl.startsWith('file:') ? null : databaseUrl)],
  ['AMQP_URL', ({ amqpUrl }) => amqpUrl],
  ['NATS_URL', ({ natsUrl }) => natsUrl],
  ['S3_ENDPOINT', ({ s3Endpoint }) => s3Endpoint],
  ['BACKUP_S3_ENDPOINT', ({ backupS3Endpoint }) => backupS3Endpoint],
  ['WEBHOOK_URL', ({ webhookUrl }) => webhookUrl],
];

export const SERVER_CHECKS: readonly Check[] = SERVERS.map(([variable, urlIn]) => ({
  name: variable,
  look: async ({ settings, clock }) => {
    const url = URL.parse(urlIn(settings) ?? '');
    if (url === null) return null;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port) || (PORTS[url.protocol] ?? 443);
    const problem = await unreached(host, port, clock);
    if (problem === null) return ok(`${host}:${port} accepts connections`);
    return failed(`${host}:${port}: ${problem}`, `start that server, or correct ${variable}`);
  },
}));

/** Why no connection comes about, or null when one does, which is closed at once. */
async function unreached(host: string, port: number, clock: Clock): Promise<string | null> {
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
