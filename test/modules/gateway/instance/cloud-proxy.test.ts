/** The proxy of an instance of WhatsApp's official API: nothing goes past it, from the first question on. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import net from 'node:net';
import tls from 'node:tls';
import { makeCertificate } from '../../../doubles/certificate.ts';
import { startGraph } from '../../../doubles/graph/server.ts';
import { startProxy } from '../../../doubles/proxy.ts';
import { gateway } from '../../../helpers/gateway.ts';
import { shared } from '../../../helpers/shared.ts';
import { until } from '../../../helpers/until.ts';

const authority = makeCertificate({ name: 'an authority', isAuthority: true });
const { cert, key } = makeCertificate({ name: 'localhost', by: authority });

let front: tls.Server;
/** Where the double is reached over TLS; `localhost:PORT` alone. */
let host: string;
/** Connections that the double has had. */
let connections = 0;
const double = shared(startGraph);
beforeAll(async () => {
  front = tls.createServer({ cert, key }, (client) => {
    connections++;
    const server = net.connect(Number(new URL(double.url).port), '127.0.0.1');
    client.on('error', () => server.destroy());
    server.on('error', () => client.destroy());
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  host = `localhost:${(front.address() as net.AddressInfo).port}`;
});
afterAll(async () => {
  front.close();
});

/** A gateway, and what creates an instance with a proxy that listens on `proxyPort`. */
async function setUp(proxyPort: number) {
  const served = await gateway({
    graphUrl: `https://${host}`,
    graphAuthorities: authority.cert,
  });
  const { number: _, ...ids } = double.world.addAccount();
  const proxy = { proxyHost: '127.0.0.1', proxyPort, proxyProtocol: 'http' };
  const body = { instanceName: 'shop', provider: 'whatsapp-cloud', ...ids, ...proxy };
  return { ...served, createIt: () => served.call('POST', '/instance/create', { body }) };
}

test('a number is checked, subscribed and opened through the proxy that it is created with', async () => {
  const proxy = await startProxy({ protocol: 'http' });
  const { createIt, proxies, directory } = await setUp(proxy.port);
  const before = double.requests.length;
  const connectionsBefore = connections;
  const { status, body } = await createIt();
  expect([status, body.webhookSubscribed, body.instance.phase]).toEqual([201, true, 'open']);
  expect(double.requests.length - before).toBe(4);
  expect(new Set(proxy.asked)).toEqual(new Set([host]));
  expect(connections - connectionsBefore).toBe(proxy.asked.length);
  expect(proxies.condition(directory.byName('shop')?.id ?? '')?.works).toBe(true);
  await proxies.stop();
  await proxy.stop();
});

test('with a proxy that is dead nothing is asked past it, and nothing is stored', async () => {
  const proxy = await startProxy({ protocol: 'http' });
  await proxy.stop();
  const { createIt, clock, directory, proxies } = await setUp(proxy.port);
  const before = double.requests.length;
  const answering = createIt();
  let isDone = false;
  void answering.finally(() => {
    isDone = true;
  });
  // The pauses between tries pass, and the calls have all the time they need.
  await until('it is answered', async () => {
    await clock.advance(200);
    return isDone;
  });
  const { status, body } = await answering;
  expect([status, directory.all().length, double.requests.length]).toEqual([502, 0, before]);
  expect(body.error.message).toContain('the proxy of the instance opened no connection');
  await proxies.stop();
});
