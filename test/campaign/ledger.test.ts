/** The campaign's own instruments: a ledger that overlooked a loss would hold every promise. */
import { expect, test } from 'bun:test';
import { startLedger } from '../../campaign/kit/ledger.ts';
import { startLossyProxy } from '../../campaign/kit/lossy-proxy.ts';
import { createRandom } from '../../campaign/kit/random.ts';

test('the ledger counts repeats, gaps, what came out of order and what never came', async () => {
  const ledger = await startLedger();
  const post = (sequence: number, chat: string, attempt = 1) =>
    fetch(ledger.url, {
      method: 'POST',
      headers: { 'x-gatehouse-attempt': String(attempt) },
      body: JSON.stringify({
        id: `event ${sequence}`,
        instanceId: 'shop',
        sequence,
        data: { Info: { ID: `message ${sequence}`, Chat: chat } },
      }),
    });
  await post(1, 'a');
  await post(3, 'a');
  await post(5, 'b');
  // A retry may come late, and another chat has an order of its own.
  await post(2, 'a', 2);
  await post(4, 'b');
  await post(8, 'b');
  await post(8, 'b');
  expect(await ledger.audit()).toEqual({ events: 6, repeats: 1, gaps: 2, outOfOrder: 1 });
  expect(await ledger.missing(['message 1', 'message 6'])).toEqual(['message 6']);
  const tell = (id: string, event: string, sequence: number) =>
    fetch(ledger.url, {
      method: 'POST',
      body: JSON.stringify({
        id,
        event,
        instanceId: 'cafe',
        sequence,
        data: { Info: { ID: 'm' } },
      }),
    });
  await tell('one', 'Undecryptable', 1);
  await tell('two', 'Message', 2);
  await tell('three', 'Message', 3);
  await tell('three', 'Message', 3);
  const told = { messages: 2, unreadable: 1, sequence: 2, unreadableAt: 1 };
  expect([...(await ledger.told())]).toEqual([['m', told]]);
  ledger.stop();
});

test('the ledger holds the events of an account to one order, from the first that it gets', async () => {
  const ledger = await startLedger();
  const post = (sequence: number) =>
    fetch(ledger.url, {
      method: 'POST',
      headers: { 'x-gatehouse-attempt': '1' },
      body: JSON.stringify({
        id: `event ${sequence}`,
        accountId: 'account',
        sequence,
        data: { current: { name: `record ${sequence}` } },
      }),
    });
  for (const sequence of [7, 9, 8, 11]) await post(sequence);
  expect(await ledger.audit()).toEqual({ events: 4, repeats: 0, gaps: 1, outOfOrder: 1 });
  expect(await ledger.missing(['record 8', 'record 10'])).toEqual(['record 10']);
  ledger.stop();
});

const PAST_THE_PROXY = 10;

function answeringServer() {
  let asked = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      asked++;
      return new Response('here');
    },
  });
  return { server, asked: () => asked };
}

test('the lossy proxy holds requests back while it is told to, and passes them on late', async () => {
  const { server, asked } = answeringServer();
  const proxy = await startLossyProxy(`127.0.0.1:${server.port}`, createRandom(1));
  proxy.hold(true);
  const answer = fetch(`http://${proxy.address}/`);
  // What goes past the proxy is answered meanwhile, more than once: what is let through would be there by then.
  for (let times = 0; times < PAST_THE_PROXY; times++)
    expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('here');
  expect(asked()).toBe(PAST_THE_PROXY);
  proxy.hold(false);
  expect(await (await answer).text()).toBe('here');
  proxy.stop();
  await server.stop(true);
});

test('the lossy proxy passes requests on and loses their answers only while that is switched on', async () => {
  const { server, asked } = answeringServer();
  const proxy = await startLossyProxy(`127.0.0.1:${server.port}`, createRandom(1));
  const ask = async () => (await fetch(`http://${proxy.address}/`, { keepalive: false })).text();
  expect(await ask()).toBe('here');
  proxy.lose('closed');
  await expect(ask()).rejects.toThrow();
  expect([asked() > 1, proxy.lost() > 0]).toEqual([true, true]);
  proxy.lose(null);
  expect(await ask()).toBe('here');
  proxy.stop();
  await server.stop(true);
});
