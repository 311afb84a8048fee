/** The webhook channel keeps the promises of every channel; what is its own is in the files beside this one. */
import { afterAll } from 'bun:test';
import { createWebhookChannel } from '../../../../src/core/channels/webhook/channel.ts';
import { createNetworkGuard } from '../../../../src/core/outbound/network-guard.ts';
import { createOutbound } from '../../../../src/core/outbound/outbound.ts';
import { systemClock } from '../../../../src/core/shared/clock.ts';
import {
  type ArrivedMessage,
  type Part,
  promisesOfAChannel,
} from '../../../conformance/channel.ts';
import { until } from '../../../helpers/until.ts';
import { targetAt } from './setup.ts';

const ATTEMPT_MS = 2_000;
const clock = systemClock();
const arrived = new Map<string, ArrivedMessage[]>();
let thawed = Promise.withResolvers<void>();
thawed.resolve();

function serve(port: number) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port,
    async fetch(request) {
      const body = await request.text();
      await thawed.promise;
      if (request.url.includes('refusing')) return new Response('no', { status: 403 });
      const all = arrived.get(request.url) ?? [];
      const { headers } = request;
      const traceparent = headers.get('traceparent') ?? undefined;
      all.push({ id: headers.get('webhook-id') ?? '', body, traceparent });
      arrived.set(request.url, all);
      return new Response('ok');
    },
  });
}

let server = serve(0);
const port = server.port ?? 0;
const target = (name: string) => targetAt(`http://127.0.0.1:${port}/${name}`);
const guard = createNetworkGuard({ allow: 'everything', clock });
const userAgent = 'gatehouse/test';
const outbound = createOutbound({ clock, guard, userAgent });
const part: Part = {
  channel: createWebhookChannel({ clock, outbound, userAgent, timeoutMs: ATTEMPT_MS }),
  target,
  refusing: async (name) => target(name),
  async arrived({ address }, count) {
    await until('it has arrived', () => (arrived.get(address)?.length ?? 0) >= count);
    return arrived.get(address) ?? [];
  },
  async freeze() {
    thawed = Promise.withResolvers();
  },
  thaw: () => thawed.resolve(),
  settled: async () => {},
  kill: () => server.stop(true),
  async restart() {
    thawed.resolve();
    server = serve(port);
  },
};
afterAll(() => server.stop(true));

promisesOfAChannel({ name: 'webhook', attemptMs: ATTEMPT_MS, part: () => part, isOurs: true });
