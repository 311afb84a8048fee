/** The echo receiver where another node may have changed the webhook. */
import { afterEach, expect, test } from 'bun:test';
import type { InstanceRecord } from '../../../src/core/instances/directory.ts';
import { type EventSettings, initialSettings } from '../../../src/core/webhooks/event-settings.ts';
import { sign, signingKey } from '../../../src/core/webhooks/signature.ts';
import { echoRoutes, echoZone } from '../../../src/modules/echo/routes.ts';
import { sampleServer } from '../../core/http/sample-server.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const running: ReturnType<typeof sampleServer>[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

const URL_HERE = 'https://gate.example.com/echo/shop';
const pointingHere = () => initialSettings(0, { webhook: { url: URL_HERE } });

/** A node that knows `known` until it has read what others have changed, which is `changed`. */
function node(known: EventSettings | null, changed: EventSettings | null) {
  const clock = manualClock();
  let settings = known;
  let read = 0;
  const server = sampleServer({ clock, zones: [echoZone(clock)] });
  running.push(server);
  server.app.use(
    echoRoutes({
      clock,
      directory: { byName: () => ({ id: 'id of shop' }) as InstanceRecord },
      settings: { get: () => settings },
      async catchUp() {
        read++;
        settings = changed;
      },
    }),
  );
  const url = `http://127.0.0.1:${server.listen()}/echo/shop`;
  const post = async (secret: string) => {
    const head = { id: 'event', seconds: String(Math.floor(clock.now() / 1_000)) };
    const signature = sign([signingKey(secret)], { ...head, body: '{}' });
    const headers = {
      'webhook-id': head.id,
      'webhook-timestamp': head.seconds,
      'webhook-signature': signature,
    };
    return (await fetch(url, { method: 'POST', headers, body: '{}' })).status;
  };
  return { post, reads: () => read };
}

test('a webhook that another node has just changed is answered after its change was read', async () => {
  const changed = pointingHere();
  const { post, reads } = node(pointingHere(), changed);
  expect(await post(changed.webhook.secret)).toBe(200);
  expect(reads()).toBe(1);
});

test('what this node knows already needs no look at the database', async () => {
  const known = pointingHere();
  const { post, reads } = node(known, null);
  expect(await post(known.webhook.secret)).toBe(200);
  expect(reads()).toBe(0);
});

test('a signature that no node knows is refused', async () => {
  const { post } = node(pointingHere(), pointingHere());
  expect(await post(pointingHere().webhook.secret)).toBe(401);
});
