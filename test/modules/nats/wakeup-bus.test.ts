/** Hints by a real NATS server, which goes and comes back. */
import { afterAll, expect, test } from 'bun:test';
import { systemClock } from '../../../src/core/shared/clock.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { createNatsWakeupBus } from '../../../src/modules/nats/wakeup-bus.ts';
import { hasNats } from '../../helpers/brokers.ts';
import { startNatsServer } from '../../helpers/nats-server.ts';
import { until } from '../../helpers/until.ts';

const isOurs = hasNats() && process.env.TEST_NATS_URL === undefined;
const clock = systemClock();
const buses: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(buses.map((bus) => bus.stop())));

function busAt(url: string, subject = 'gatehouse.test.hint') {
  const lines: string[] = [];
  const log = createLog('warn', clock.now, (line) => lines.push(JSON.parse(line).message));
  const bus = createNatsWakeupBus({ url, subject, clock, log });
  const heard: string[] = [];
  bus.start((text) => heard.push(text));
  buses.push(bus);
  return { bus, heard, lines };
}

test.skipIf(!isOurs)(
  'what one node sends all hear, and after the server was away again, while what was sent meanwhile is dropped',
  async () => {
    const server = await startNatsServer({ withoutJetStream: true });
    const [one, two, other] = [
      busAt(server.url),
      busAt(server.webSocketUrl ?? ''),
      busAt(server.url, 'gatehouse.other.hint'),
    ];
    one.bus.send('nobody is connected yet');
    await until('all are connected', () => [one, two, other].every(({ bus }) => bus.isUp));
    one.bus.send('first');
    await until('it is heard', () => two.heard.length === 1 && one.heard.length === 1);
    await server.process?.kill();
    await until('it is noticed', () => !one.bus.isUp && !two.bus.isUp);
    expect(one.lines.join()).toContain('0.6 s later');
    one.bus.send('while it is away');
    await server.process?.start();
    await until('they are back', () => one.bus.isUp && two.bus.isUp);
    one.bus.send('second');
    await until('it is heard again', () => two.heard.length === 2);
    expect(two.heard).toEqual(['first', 'second']);
    expect(other.heard).toEqual([]);
    await server.process?.kill();
  },
);

test.skipIf(!isOurs)('a server that lets nodes hear or send no hints counts as down', async () => {
  const rules = ['publish: { deny: "deaf.>" }', 'subscribe: { deny: "mute.>" }'];
  const server = await startNatsServer({
    withoutJetStream: true,
    lines: [
      `authorization { users = [{ user: "u", password: "p", permissions: { ${rules.join()} } }]}`,
    ],
  });
  const url = server.url.replace('://', '://u:p@');
  const [deaf, mute] = [busAt(url, 'deaf.hint'), busAt(url, 'mute.hint')];
  await until('one is connected', () => deaf.bus.isUp);
  deaf.bus.send('anything');
  await until('both are down', () => !deaf.bus.isUp && !mute.bus.isUp);
  await server.process?.kill();
});
