/** Calls that take too long or fail for a fault of ours, and how many there may be. */
import { expect, test } from 'bun:test';
import type { SettledInnerCaller } from '../../../src/core/http/inner-call.ts';
import { admit } from '../../../src/core/http/principal.ts';
import { AppError } from '../../../src/core/shared/errors.ts';
import { createLog } from '../../../src/core/shared/log.ts';
import { callTool } from '../../../src/modules/mcp/calls.ts';
import { createCallLimit } from '../../../src/modules/mcp/routes.ts';
import { type McpCaller, mcpZone } from '../../../src/modules/mcp/zone.ts';
import { gateway } from '../../core/http/sample-server.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

const clock = manualClock();

/** Calls the tool that lists instances, whose operation does what `callSettled` does. */
function called(callSettled: SettledInnerCaller) {
  const lines: string[] = [];
  const log = createLog('error', clock.now, (line) => lines.push(line));
  const caller: McpCaller = { scheme: 'apikey', zone: gateway, principal: { key: 'good' } };
  const request = new Request('http://localhost/mcp');
  admit(request, gateway, caller.principal);
  const inputs = new Map();
  const route = { method: 'GET', path: '/instance/fetchInstances', hooks: {} };
  const shown = {} as never;
  const context = { request, set: { headers: { 'x-request-id': 'r1' } }, caller };
  const tool = { scheme: 'apikey', route, inputs, withholds: [], shown } as const;
  return { lines, answer: callTool({ callSettled, clock, log }, context, tool, {}) };
}

test('a call that takes longer than a minute is given up, and what it has begun is told to stop', async () => {
  let signal: AbortSignal | undefined;
  const { answer } = called((context) => {
    signal = context.request.signal;
    return new Promise(() => {});
  });
  await clock.advance(60_000);
  const { isError, structuredContent } = await answer;
  expect([isError, structuredContent?.code]).toEqual([true, 'UPSTREAM_ERROR']);
  expect(structuredContent?.message).toContain('check that before you call it again');
  expect(signal?.aborted).toBe(true);
});

test('a fault of ours is told without its text, which is in the log with the id of the request', async () => {
  const { answer, lines } = called(() => Promise.reject(new Error('password is hunter2')));
  const { content, structuredContent } = await answer;
  expect(structuredContent?.code).toBe('INTERNAL_SERVER_ERROR');
  expect(JSON.stringify(content)).not.toContain('hunter2');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { requestId: 'r1', cause: { message: 'password is hunter2' } },
  ]);
});

test('an operation that asks to wait has its seconds in the answer', async () => {
  const failure = {
    status: 429,
    code: 'RATE_LIMITED',
    reason: 'rate_limited',
    message: 'Too many',
    details: undefined,
  } as const;
  const { answer } = called(async () => ({ failure, headers: { 'retry-after': '7' } }));
  const { content, structuredContent } = await answer;
  expect(content).toEqual([{ type: 'text', text: 'RATE_LIMITED: Too many (try again in 7 s)' }]);
  expect(structuredContent?.retryAfterSeconds).toBe(7);
});

test('a call that another node should have answered says when to call again', async () => {
  const { answer } = called(() => Promise.reject(new AppError('unavailable', 'not now')));
  const { structuredContent } = await answer;
  expect([structuredContent?.status, structuredContent?.retryAfterSeconds]).toEqual([503, 1]);
});

test('one key may have a quarter of the calls under way, all together no more than the limit', () => {
  let reached = 0;
  const limit = createCallLimit(8, () => reached++);
  const places = [limit.begin('a'), limit.begin('a')];
  expect(() => limit.begin('a')).toThrow('2 calls of this key are under way');
  for (const other of ['b', 'b', 'c', 'c', 'd', 'd']) places.push(limit.begin(other));
  expect(() => limit.begin('e')).toThrow('8 calls are under way');
  expect(reached).toBe(2);
  for (const place of places) place.release();
  expect(() => limit.begin('a')).not.toThrow();
});

test('agents count against the same limit of requests as everything else that uses their key', async () => {
  const zone = mcpZone({ zones: { apikey: gateway, api_access_token: gateway }, origins: [] });
  const request = new Request('http://localhost/mcp', { headers: { apikey: 'good-one' } });
  const principal = await zone.authenticate(request);
  expect(zone.rateSubjectOf?.(principal)).toBe(JSON.stringify({ key: 'good-one' }));
  expect(zone.credentialOf?.(principal)).toBe(JSON.stringify({ key: 'good-one' }));
});
