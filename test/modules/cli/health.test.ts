/** `gatehouse health`, by which a container is looked after. */
import { afterAll, expect, test } from 'bun:test';
import { cleanUp } from '../../core/process/spawned-process.ts';
import { freePort } from '../../helpers/free-port.ts';
import { run } from './commands.ts';

afterAll(cleanUp);

const answering = (status: number) =>
  Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => new Response('', { status: url.endsWith('/health') ? status : 404 }),
  });

test('health ends with 0 while the service lives, and with 1 and the reason when nothing, or something else, answers', async () => {
  const [alive, other] = [answering(200), answering(404)];
  const ports = [alive.port, other.port, freePort(), 0];
  const [well, wrong, dead, unknown] = await Promise.all(
    ports.map((port) => run(['health'], { PORT: `${port}` })),
  );
  expect(well).toEqual({
    code: 0,
    out: `ok: http://127.0.0.1:${alive.port}/health answered 200\n`,
    error: '',
  });
  expect([wrong?.code, wrong?.out]).toEqual([1, expect.stringContaining('answered 404')]);
  expect([dead?.code, dead?.out]).toEqual([1, expect.stringMatching(/^failed: .*refused/)]);
  expect([unknown?.code, unknown?.error]).toEqual([2, expect.stringContaining('PORT is 0')]);
  await Promise.all([alive.stop(true), other.stop(true)]);
});
