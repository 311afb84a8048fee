/** Attacks by endpoints that are removed while much is being sent to them. */

import { readState, sendText } from './asks.ts';
import { type Attack, attackerOf, lanes, paused, type Target } from './attack.ts';
import { loadOf } from './stage.ts';

/** What each endpoint is sent: enough for the removal to meet many attempts under way. */
const EVENTS = 2_000;
const ENDPOINTS = 7;
/** So long an endpoint is sent to before it is removed. */
const SENDING_MS = 400;

/** Its address; it ends with this process. */
function startReceiver(): string {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('ok') });
  server.unref();
  return server.url.origin;
}

async function called(
  target: Target,
  method: 'POST' | 'DELETE',
  path: string,
  signal: AbortSignal,
  body?: object,
) {
  const { name, key } = attackerOf(target);
  const response = await fetch(`http://127.0.0.1:${target.port}/webhook/endpoints/${name}${path}`, {
    method,
    headers: { apikey: key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal,
  });
  return { status: response.status, text: await response.text() };
}

export const removedWhileReplaying: Attack = {
  name: 'endpoints that are removed while events are replayed to them',
  promise:
    'a tenant is served while another one removes endpoints again and again during their replays',
  environment: { WEBHOOK_ALLOW_NETWORKS: '127.0.0.1/32', INSTANCE_EVENTS_PER_SECOND: '0' },
  async prepare(stage) {
    await loadOf(stage, attackerOf(stage), EVENTS);
  },
  begin(target) {
    const url = startReceiver();
    const since = new Date(Date.now() - 3_600_000).toISOString();
    return lanes(ENDPOINTS, async (lane, round, signal) => {
      const endpoint = {
        name: `lane-${lane}-${round}`,
        url: `${url}/${lane}/${round}`,
        events: ['MESSAGE'],
        ordering: 'none',
      };
      const made = await called(target, 'POST', '', signal, endpoint);
      if (made.status !== 201) return made.status;
      const id = String(JSON.parse(made.text).id);
      const request = { since, ratePerSecond: 5_000 };
      for (let count = 0; count < 3; count++)
        await called(target, 'POST', `/${id}/recover`, signal, request);
      await paused(SENDING_MS, signal);
      return (await called(target, 'DELETE', `/${id}`, signal)).status;
    });
  },
  asks: [readState, sendText],
  limits: { loopMs: 1_500 },
  // Every lane has removed an endpoint, as a rule.
  async enough({ answers }) {
    while ((answers.get(200) ?? 0) < ENDPOINTS)
      await new Promise((resolve) => setTimeout(resolve, 50));
  },
};
