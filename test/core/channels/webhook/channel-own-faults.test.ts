import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { startReceiver } from '../../../doubles/receiver.ts';

/** Makes one attempt in a process that has no file left to open, and prints how it ended. */
const ATTEMPT = `
import { closeSync, openSync } from 'node:fs';
import { createWebhookChannel } from '${join(import.meta.dir, '../../../../src/core/channels/webhook/channel.ts')}';
import { createNetworkGuard } from '${join(import.meta.dir, '../../../../src/core/outbound/network-guard.ts')}';
import { createOutbound } from '${join(import.meta.dir, '../../../../src/core/outbound/outbound.ts')}';
import { webhookTarget } from '${join(import.meta.dir, '../../../../src/core/webhooks/target.ts')}';
import { systemClock } from '${join(import.meta.dir, '../../../../src/core/shared/clock.ts')}';
const clock = systemClock();
const guard = createNetworkGuard({ allow: 'everything', clock });
const outbound = createOutbound({ clock, guard, userAgent: 'test' });
const channel = createWebhookChannel({ clock, outbound, userAgent: 'test', timeoutMs: 5_000 });
const [first, second] = process.argv.slice(-2);
const send = (url) => channel.send(
  { eventId: 'e', type: 'Message', attempt: 1, body: '{}' },
  webhookTarget(url),
  new AbortController().signal,
);
// What the client opens once and for all is open from here on.
await send(first);
const files = [];
try { for (;;) files.push(openSync('/dev/null', 'r')); } catch {}
const without = await send(second);
for (const file of files) closeSync(file);
console.log(JSON.stringify([without, await send(second)]));
process.exit(0);
`;

test("with no file left to open, an attempt is not the receiver's failure, and goes out once there is one", async () => {
  const other = await startReceiver();
  const receiver = await startReceiver();
  const child = Bun.spawn(
    [
      'bash',
      '-c',
      'ulimit -n 256; exec "$@"',
      'bash',
      process.execPath,
      '-e',
      ATTEMPT,
      other.url,
      receiver.url,
    ],
    { stdout: 'pipe', stderr: 'inherit' },
  );
  const printed = await new Response(child.stdout).text();
  await Promise.all([other.stop(), receiver.stop()]);
  const [without, after] = JSON.parse(printed);
  expect(without).toEqual({
    kind: 'unsent',
    reason: 'out_of_resources: this process has too many files open (EMFILE)',
  });
  expect(after).toMatchObject({ kind: 'delivered', status: 200 });
  expect(receiver.requests).toHaveLength(1);
});
