import { expect, test } from 'bun:test';
import {
  type AnsweredRequest,
  createTimingWatch,
  noteRoute,
} from '../../../src/core/http/request-watch.ts';

function watched() {
  const seen: Omit<AnsweredRequest, 'request'>[] = [];
  let now = 0;
  const watch = createTimingWatch(
    ({ request: _, ...answered }) => seen.push(answered),
    () => now,
  );
  const request = new Request('http://gateway.test/instance/shop');
  return { seen, request, watch, pass: (ms: number) => (now += ms) };
}

test('a request is reported with its route and the time to its answer, which is passed on', async () => {
  const { seen, request, watch, pass } = watched();
  const response = await watch(request, async (seenRequest) => {
    noteRoute(seenRequest, '/instance/:instanceName');
    pass(40);
    return new Response('no', { status: 404 });
  });
  expect(await response.text()).toBe('no');
  expect(seen).toEqual([{ route: '/instance/:instanceName', status: 404, durationMs: 40 }]);
});

test('an answer at once, and the opening of a WebSocket, are reported too', () => {
  const { seen, request, watch } = watched();
  watch(request, () => new Response('', { status: 204 }));
  watch(request, () => undefined as unknown as Response);
  expect(seen.map(({ route, status }) => [route, status])).toEqual([
    [null, 204],
    [null, 101],
  ]);
});
