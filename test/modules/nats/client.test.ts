/** How a server with several addresses is reached by TCP. */
import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { whenOpen } from '../../../src/core/outbound/dialling.ts';
import type { Clock } from '../../../src/core/shared/clock.ts';
import { connectClient, type Reach } from '../../../src/modules/nats/client.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { natsServerPath, startNatsServer } from '../../helpers/nats-server.ts';
import { until } from '../../helpers/until.ts';

const DEAD = '192.0.2.1';
const ALIVE = '127.0.0.1';

/** `broker.test` has these addresses; one that is dead never answers. */
function reaching(...addresses: string[]) {
  const dialled: string[] = [];
  const reach: Reach = {
    lookUp: async () => addresses,
    dialTo: (port) => (host, signal) => {
      dialled.push(host);
      if (host === ALIVE) return whenOpen(connect({ host, port }), 'connect', signal);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  };
  return { reach, dialled };
}

const limit = (clock: Pick<Clock, 'after'>) => ({ clock, ms: 10_000 });

test.skipIf(natsServerPath() === null)(
  'a dead address costs 300 ms, and the server is reached at the next one',
  async () => {
    const server = await startNatsServer({ payloadBytesMax: 1024 });
    const { port } = new URL(server.url);
    const clock = manualClock();
    const { reach, dialled } = reaching(DEAD, ALIVE);
    const opening = connectClient(`nats://broker.test:${port}`, limit(clock), reach);
    await until('the first is dialled', () => dialled.length === 1);
    await clock.advance(300);
    const { client } = await opening;
    expect(dialled).toEqual([DEAD, ALIVE]);
    await client.flush();
    await client.close();
    await server.process?.kill();
  },
);

test('when no address answers, the failure names them once the time is over', async () => {
  const clock = manualClock();
  const { reach, dialled } = reaching(DEAD, '192.0.2.2');
  const opening = connectClient('nats://broker.test:4222', limit(clock), reach).then(
    () => '',
    (error) => String(error.message),
  );
  await until('the first is dialled', () => dialled.length === 1);
  await clock.advance(300);
  await until('the second is dialled', () => dialled.length === 2);
  await clock.advance(10_000);
  expect(await opening).toBe(`no answer from ${DEAD}, 192.0.2.2`);
});

test('connections that begin at once ask for the addresses of their own servers', async () => {
  const asked: string[] = [];
  const opening = ['a.test', 'b.test', 'c.test'].map((name) =>
    connectClient(`nats://${name}:1`, limit(manualClock()), {
      lookUp: async (hostname) => {
        asked.push(`${name} ${hostname}`);
        return [ALIVE];
      },
    }),
  );
  const settled = await Promise.allSettled(opening);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(asked.sort()).toEqual(['a.test a.test', 'b.test b.test', 'c.test c.test']);
});
