/** What TLS fails with, in words that name the cause, for each client that leaves the service. */
import { afterAll, expect, test } from 'bun:test';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { createServer as createTls, type TlsOptions } from 'node:tls';
import { createApiCall } from '../../../src/core/outbound/call-api.ts';
import { GoodAddresses } from '../../../src/core/outbound/dialling.ts';
import { askForTls } from '../../../src/core/outbound/failure-reason.ts';
import { createNetworkGuard } from '../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../src/core/outbound/outbound.ts';
import { createPost } from '../../../src/core/outbound/post.ts';
import { urlTarget } from '../../../src/core/outbound/request.ts';
import { SharedTimer } from '../../../src/core/shared/async/shared-timer.ts';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { adviceSentence } from '../../../src/core/shared/reasons/advice.ts';
import { adviceFor } from '../../../src/core/webhooks/endpoint-tests.ts';
import { createAmqpChannel } from '../../../src/modules/amqp/channel.ts';
import { createNatsChannel } from '../../../src/modules/nats/channel.ts';
import { createStoreRequests } from '../../../src/modules/storage/store-requests.ts';
import { makeCertificate } from '../../doubles/certificate.ts';
import { until } from '../../helpers/until.ts';

const clock = systemClock();
const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
const good = makeCertificate({ name: 'hooks.test', by: authority });
const guard = createNetworkGuard({ allow: 'everything', lookup: async () => ['127.0.0.1'] });
const options = { guard, authorities: authority.cert };
const signal = new AbortController().signal;

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
const http = () => portOf(createHttp((_, answer) => answer.end('hi')));
const speaking = (greeting: string) =>
  portOf(
    createTcp((socket) => {
      socket.on('error', () => {});
      socket.write(greeting);
    }),
  );
const tls = (more: TlsOptions = {}) => {
  const server = createTls({ cert: good.cert, key: good.key, ...more }, (socket) => {
    socket.on('error', () => {});
  });
  server.on('tlsClientError', () => {});
  return portOf(server);
};

const NO_TLS = 'tls_error: there is no TLS at this port';
const ONLY_TLS = 'tls_error: this port speaks TLS, and nothing else';

async function posted(url: string): Promise<string | null> {
  const target = urlTarget(url, guard);
  if ('problem' in target) return target.problem;
  const post = createPost({ ...options, clock, addresses: new GoodAddresses(clock) });
  const limits = { timer: new SharedTimer(clock, 60_000), signal };
  const answer = await post(target, { headers: {}, body: '{}' }, limits);
  return 'problem' in answer ? answer.problem : null;
}

test.each([
  ['a web server without TLS', http, NO_TLS],
  ['an SSH server', () => speaking('SSH-2.0-OpenSSH_9.2\r\n'), NO_TLS],
  ['a mail server', () => speaking('220 mail ESMTP\r\n'), NO_TLS],
  ['a database', () => speaking('J\0\0\0\n8.0.36\0'), NO_TLS],
  [
    'a server of TLS 1.0',
    () => tls({ minVersion: 'TLSv1', maxVersion: 'TLSv1' }),
    'tls_error: the server has only versions of TLS before 1.2',
  ],
  [
    'a server that asks for a certificate, TLS 1.2',
    () => tls({ requestCert: true, maxVersion: 'TLSv1.2', ca: authority.cert }),
    'tls_error: the server ended the TLS handshake: ',
  ],
  [
    'a server that asks for a certificate, TLS 1.3',
    () => tls({ requestCert: true, minVersion: 'TLSv1.3', ca: authority.cert }),
    'tls_error: the server ended the TLS handshake: ',
  ],
] as const)('https to %s names that as the cause', async (_, start, problem) => {
  expect(await posted(`https://hooks.test:${await start()}/hook`)).toStartWith(problem);
});

test('https to an address without TLS names that too, whose certificate would have no name', async () => {
  expect(await posted(`https://127.0.0.1:${await http()}/hook`)).toBe(NO_TLS);
});

test('http to a port of TLS says that the port speaks TLS', async () => {
  expect(await posted(`http://hooks.test:${await tls()}/hook`)).toBe(ONLY_TLS);
});

test('a receiver without TLS that closes the connection is not said to speak TLS', async () => {
  const port = await portOf(
    createTcp((socket) => {
      socket.on('error', () => {});
      socket.on('data', () => socket.destroy());
    }),
  );
  expect(await posted(`http://hooks.test:${port}/hook`)).toStartWith('connection_reset: ');
});

test('a port that answers the beginning of a handshake with nothing is given up after 2 s', async () => {
  const port = await portOf(createTcp((socket) => void socket.on('error', () => {})));
  const from = performance.now();
  expect(await askForTls({ host: '127.0.0.1', port })).toBeNull();
  expect(performance.now() - from).toBeLessThan(10_000);
});

test('files by URL, other APIs and buckets get the same words', async () => {
  const [plain, secure] = [await http(), await tls()];
  const outbound = createOutbound({ ...options, clock, userAgent: 'test' });
  const call = createApiCall({ ...options, clock, userAgent: 'test' });
  const store = (endpoint: string) =>
    createStoreRequests({
      access: {
        endpoint,
        ...{ bucket: 'b', region: 'auto', accessKey: 'a', secretKey: 's', sessionToken: null },
      },
      clock,
    })({ method: 'GET', key: 'x', isOnce: true }, signal).catch(String);
  for (const [origin, problem] of [
    [`https://127.0.0.1:${plain}`, NO_TLS],
    [`http://127.0.0.1:${secure}`, ONLY_TLS],
  ] as const) {
    expect(await outbound.fetchFile(`${origin}/a.pdf`, { bytesMax: 9, signal })).toEqual({
      problem,
    });
    const asked = { method: 'GET', headers: {}, timeoutMs: 5_000, bytesMax: 9 } as const;
    expect(await call({ ...asked, url: origin })).toMatchObject({ problem });
    expect(await store(origin)).toContain(problem);
  }
});

test('brokers get the same words, in each of their schemes', async () => {
  const [plain, secure] = [await http(), await tls()];
  const nats = await speaking('INFO {"server_id":"a","max_payload":1048576,"headers":true}\r\n');
  const log = createLog('error', clock.now, () => {});
  const at = (port: number) => `127.0.0.1:${port}`;
  const amqp = (url: string) => createAmqpChannel({ url, clock, log });
  const natsChannel = (url: string) => createNatsChannel({ url, clock, log, stream: null });
  const channels = [
    [amqp(`amqps://${at(plain)}`), NO_TLS],
    [amqp(`amqp://${at(secure)}`), ONLY_TLS],
    [natsChannel(`tls://${at(nats)}`), NO_TLS],
    [natsChannel(`wss://${at(plain)}`), NO_TLS],
    [natsChannel(`ws://${at(secure)}`), ONLY_TLS],
  ] as const;
  await Promise.all(
    channels.map(async ([{ link }, problem]) => {
      link.start();
      await until('it was tried', () => !/^connecting/.test(link.condition.error ?? ''));
      expect(link.condition.error).toBe(problem);
      await link.stop();
    }),
  );
}, 30_000);

test.each([
  [NO_TLS, 'Begin the URL with http://'],
  [ONLY_TLS, 'Begin the URL with https://'],
  ['tls_error: the server has only versions of TLS before 1.2', 'Switch TLS 1.2 or 1.3 on'],
  ['tls_error: the server ended the TLS handshake: it may ask', 'without a certificate'],
  ['tls_error: the certificate has expired', 'Renew the certificate'],
  ['tls_error: the certificate is not valid yet', 'Set the clocks'],
  ['tls_error: the certificate is for another name', 'Use the name that the certificate is for'],
  ['tls_error: the certificate is self-signed', 'NODE_EXTRA_CA_CERTS'],
  ['tls_error: the certificate authority is not trusted', 'NODE_EXTRA_CA_CERTS'],
  ['tls_error: the certificate was not accepted (CRL_HAS_EXPIRED)', 'a valid certificate'],
])('%s has a cure of its own', (error, cure) => {
  expect(adviceSentence(adviceFor(error, null) ?? 'read_log')).toContain(cure);
});
