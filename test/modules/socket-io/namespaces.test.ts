/** What a session may join. */
import { expect, test } from 'bun:test';
import type { SocketReader } from '../../../src/modules/gateway/live/reader.ts';
import { MessageRate } from '../../../src/modules/gateway/live/sockets.ts';
import { Namespaces } from '../../../src/modules/socket-io/namespaces.ts';
import { EngineSession } from '../../../src/modules/socket-io/session.ts';
import { manualClock } from '../../doubles/manual-clock.ts';
import { until } from '../../helpers/until.ts';

function sessionWith(admission: { hasKey: boolean; admit(): Promise<Request> }) {
  const reader = { isOpen: true, responded() {} } as SocketReader;
  const counts = { joined: 0 };
  const join = () => {
    counts.joined++;
    return reader;
  };
  const session: EngineSession = new EngineSession('sid', new MessageRate(manualClock()), {
    said: (_, text) => namespaces.take(text),
    drained() {},
    ended: () => namespaces.ended(),
  });
  const namespaces = new Namespaces(session, {
    feed: { join, leave() {} },
    newSid: () => 'sid',
    admission,
    requestFor: (_, streamId) => ({
      streamId,
      after: null,
      holder: 'x',
      keyLastsMs: () => Infinity,
    }),
    joined() {},
    leftAll() {},
  });
  session.beginPolling();
  return { session, counts };
}

const admitted = { hasKey: true, admit: async () => new Request('http://live.test') };

test('a session joins 100 namespaces at most, also when all are asked for at once', async () => {
  const { session, counts } = sessionWith(admitted);
  await session.poll();
  for (let at = 0; at < 101; at++) session.take(`40/shop${at},`);
  let packets = '';
  await until('all are answered', async () => {
    packets += await session.poll();
    return packets.includes('40/shop99,');
  });
  expect(counts.joined).toBe(100);
  expect(packets).toContain('44/shop100,{"message":"a connection has at most 100 namespaces"}');
});

test('before a key is known one join is looked at, seven wait for it, and one more ends the session', async () => {
  const key = Promise.withResolvers<Request>();
  let asked = 0;
  const admit = () => {
    asked++;
    return key.promise;
  };
  const { session, counts } = sessionWith({ hasKey: false, admit });
  for (let at = 0; at < 8; at++) session.take(`40/shop${at},`);
  await Promise.resolve();
  expect([asked, session.isOpen]).toEqual([1, true]);
  session.take('40/shop8,');
  expect(session.isOpen).toBe(false);
  key.resolve(new Request('http://live.test'));
  await key.promise;
  await Promise.resolve();
  expect([asked, counts.joined]).toEqual([1, 0]);
});

test('joins that wait for a key are all joined by it', async () => {
  const admission = {
    hasKey: false,
    async admit() {
      await Promise.resolve();
      admission.hasKey = true;
      return new Request('http://live.test');
    },
  };
  const { session, counts } = sessionWith(admission);
  for (let at = 0; at < 8; at++) session.take(`40/shop${at},`);
  await until('all are joined', () => counts.joined === 8);
});
