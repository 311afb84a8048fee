/** What a session may join. */
import { expect, test } from 'bun:test';
import { Namespaces } from '../../../../src/api/evolution/socket-io/namespaces.ts';
import { EngineSession } from '../../../../src/api/evolution/socket-io/session.ts';
import type { SocketReader } from '../../../../src/api/gateway/live/reader.ts';
import { until } from '../../../helpers/until.ts';

test('a session joins 100 namespaces at most, also when all are asked for at once', async () => {
  let joined = 0;
  const feed = {
    join: () => {
      joined++;
      return { isOpen: true, responded() {} } as SocketReader;
    },
    leave() {},
  };
  const session: EngineSession = new EngineSession('sid', {
    said: (_, text) => namespaces.take(text),
    drained() {},
    ended() {},
  });
  const namespaces = new Namespaces(session, {
    feed,
    newSid: () => 'sid',
    admit: async () => ({ streamId: null, after: null, holder: 'x', mayRead: () => true }),
    joined() {},
  });
  session.beginPolling();
  await session.poll();
  for (let at = 0; at < 101; at++) session.take(`40/shop${at},`);
  let packets = '';
  await until('all are answered', async () => {
    packets += await session.poll();
    return packets.includes('40/shop99,');
  });
  expect(joined).toBe(100);
  expect(packets).toContain('44/shop100,{"message":"a connection has at most 100 namespaces"}');
});
