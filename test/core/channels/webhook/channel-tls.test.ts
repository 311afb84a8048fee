/** What a receiver's TLS must be: nothing is ever sent in clear, nor to anyone but the host that was named. */
import { afterAll, expect, test } from 'bun:test';
import type { TlsOptions } from 'node:tls';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { type Certificate, makeCertificate } from '../../../doubles/certificate.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from '../../../doubles/receiver.ts';
import { until } from '../../../helpers/until.ts';
import { delivered, failed, setUp, TIMEOUT_MS, targetAt } from './setup.ts';

const authority = makeCertificate({ name: 'Test authority', isAuthority: true });
const good = makeCertificate({ name: 'hooks.test', by: authority });

const receivers: Receiver[] = [];
afterAll(() => Promise.all(receivers.map((receiver) => receiver.stop())));
const start = async (options: ReceiverOptions): Promise<Receiver> => {
  const receiver = await startReceiver(options);
  receivers.push(receiver);
  return receiver;
};
const startTls = ({ cert, key }: Certificate, more: TlsOptions = {}) =>
  start({ tls: { cert, key, ...more } });

/** A channel that trusts the authority, and for which every name leads to this machine. */
const setUpTls = (authorities: string = authority.cert) =>
  setUp({
    authorities,
    guard: (clock) =>
      createNetworkGuard({ allow: ['hooks.test'], clock, lookup: async () => ['127.0.0.1'] }),
  });
const at = (receiver: Receiver, name = 'hooks.test') =>
  targetAt(`https://${name}:${receiver.port}/hook`);

test('the certificate is checked against the name while its address is dialled', async () => {
  const receiver = await startTls(good);
  const { send } = setUpTls();
  expect(await send(at(receiver))).toEqual(delivered(200));
  expect(await send(at(receiver))).toEqual(delivered(200));
  expect(receiver.requests[0]?.header('host')).toBe(`hooks.test:${receiver.port}`);
  expect(receiver.connections()).toBe(1);
});

test('two names at one address do not share a connection', async () => {
  const receiver = await startTls(good);
  const { send } = setUp({
    authorities: authority.cert,
    guard: (clock) =>
      createNetworkGuard({ allow: 'everything', clock, lookup: async () => ['127.0.0.1'] }),
  });
  expect(await send(at(receiver))).toEqual(delivered(200));
  expect(await send(at(receiver, 'other.test'))).toEqual(failed('tls_error'));
  expect(receiver.requests).toHaveLength(1);
});

/** By the reason that is reported. */
const refused: Record<string, () => Promise<Receiver>> = {
  'the certificate has expired': () =>
    startTls(
      makeCertificate({
        name: 'hooks.test',
        by: authority,
        notBefore: new Date('2020-01-01'),
        notAfter: new Date('2021-01-01'),
      }),
    ),
  'the certificate is not valid yet': () =>
    startTls(
      makeCertificate({
        name: 'hooks.test',
        by: authority,
        notBefore: new Date('2048-01-01'),
        notAfter: new Date('2049-01-01'),
      }),
    ),
  'the certificate is for another name': () =>
    startTls(makeCertificate({ name: 'other.test', by: authority })),
  'the certificate is self-signed': () => startTls(makeCertificate({ name: 'hooks.test' })),
  'the certificate authority is not trusted': () =>
    startTls(
      makeCertificate({
        name: 'hooks.test',
        by: makeCertificate({ name: 'Stranger', isAuthority: true }),
      }),
    ),
};
for (const [what, make] of Object.entries(refused)) {
  test(`nothing is sent when ${what}`, async () => {
    const receiver = await make();
    const { send, clock } = setUpTls();
    expect(await send(at(receiver))).toMatchObject({ status: null, error: `tls_error: ${what}` });
    expect(receiver.requests).toHaveLength(0);
    expect(clock.pending()).toBe(0);
  });
}

test('an authority that is trusted nowhere is refused by default', async () => {
  const receiver = await startTls(good);
  const { send } = setUp({
    guard: (clock) =>
      createNetworkGuard({ allow: 'everything', clock, lookup: async () => ['127.0.0.1'] }),
  });
  expect(await send(at(receiver))).toEqual(failed('tls_error'));
  expect(receiver.requests).toHaveLength(0);
});

test('TLS 1.0 is refused', async () => {
  const receiver = await startTls(good, { minVersion: 'TLSv1', maxVersion: 'TLSv1' });
  expect(await setUpTls().send(at(receiver))).toEqual(failed('tls_error'));
  expect(receiver.requests).toHaveLength(0);
});

test('a receiver without TLS gets nothing in clear', async () => {
  const received: Buffer[] = [];
  const receiver = await start({
    connection: (socket) => {
      socket.on('data', (bytes: Buffer) => {
        received.push(bytes);
        socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      });
    },
  });
  expect(await setUpTls().send(at(receiver))).toEqual(failed('tls_error'));
  expect(received.length).toBeGreaterThan(0);
  expect(Buffer.concat(received).toString('latin1')).not.toContain('webhook');
});

test('a handshake that never ends is given up after 30 s', async () => {
  const receiver = await start({ connection: () => {} });
  const { send, clock } = setUpTls();
  const sending = send(at(receiver));
  await until('the connection is there', () => receiver.connections() === 1);
  await clock.advance(TIMEOUT_MS);
  expect(await sending).toEqual(failed('timeout'));
  await until('the connection is closed', () => receiver.open() === 0);
});
