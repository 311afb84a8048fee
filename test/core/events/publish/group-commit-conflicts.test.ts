/** What conflicts of some callers cost those that share their commit on a database server. */
import { afterEach, describe, expect, test } from 'bun:test';
import { faultOf } from '../../../../src/core/db/client.ts';
import { openDatabase } from '../../../../src/core/db/open.ts';
import { CAFE, connected, message, nodeBench, SHOP } from '../../../helpers/engine.ts';
import { isSqldMissing, type Sqld, startMigratedSqld } from '../../../helpers/sqld.ts';

let server: Sqld | null = null;
afterEach(async () => {
  await server?.kill();
  server = null;
});

/** A way to a server by HTTP that counts the commits and trials that pass. */
function countingProxy(address: string) {
  const asked = { commits: 0, trials: 0 };
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.arrayBuffer();
      const text = Buffer.from(body).toString('latin1');
      if (text.includes('SAVEPOINT')) asked.trials++;
      else if (text.includes('BEGIN IMMEDIATE')) asked.commits++;
      const { pathname } = new URL(request.url);
      const { method, headers } = request;
      headers.set('accept-encoding', 'identity');
      const sent = method === 'POST' ? { method, headers, body } : { method, headers };
      return fetch(`http://${address}${pathname}`, sent);
    },
  });
  return {
    asked,
    url: `http://127.0.0.1:${proxy.port}`,
    [Symbol.dispose]: () => void proxy.stop(true),
  };
}

const TAKEN = { sql: "insert into streams (id) values ('taken')", params: [] };
const WRITES = Array.from({ length: 60 }, (_, index) => index);

describe.skipIf(isSqldMissing)('on a real sqld', () => {
  test.each([[1], [5], [60]])(
    'of 60 publishes that share a commit %p may meet a conflict: the others have one more, without gaps',
    async (count) => {
      server = await startMigratedSqld();
      using proxy = countingProxy(server.address);
      const db = await openDatabase({ url: proxy.url });
      const { engine, kill } = await nodeBench({ db });
      await db.batch([TAKEN]);
      await engine.publish(SHOP, [connected]);
      Object.assign(proxy.asked, { commits: 0, trials: 0 });
      const isMine = (index: number) => index % (60 / count) === 0;
      const published = WRITES.map((index) =>
        engine
          .publish(SHOP, [message(`${index}`)], isMine(index) ? [TAKEN] : [])
          .then(() => null, faultOf),
      );
      expect(await Promise.all(published)).toEqual(
        WRITES.map((index) => (isMine(index) ? 'unique' : null)),
      );
      expect(proxy.asked).toEqual({ commits: count === 60 ? 1 : 2, trials: 1 });
      const rows = await db.query('select sequence from events order by sequence', []);
      expect(rows.flat()).toEqual(Array.from({ length: 61 - count }, (_, index) => index + 1));
      kill();
      await db.close();
    },
  );

  test('publishes of a stream that another node has taken over cost those of others one more commit', async () => {
    server = await startMigratedSqld();
    using proxy = countingProxy(server.address);
    const db = await openDatabase({ url: proxy.url });
    const { engine, kill } = await nodeBench({ db });
    for (const one of [SHOP, CAFE]) await engine.publish(one, [connected]);
    const taken = "update streams set owner = 'another', term = term + 1 where id = ?";
    await db.query(taken, [SHOP.id]);
    Object.assign(proxy.asked, { commits: 0, trials: 0 });
    const published = WRITES.map((index) =>
      engine.publish(index % 6 ? CAFE : SHOP, [message(`${index}`)]).then(() => null, faultOf),
    );
    expect(await Promise.all(published)).toEqual(
      WRITES.map((index) => (index % 6 ? null : 'fenced')),
    );
    expect(proxy.asked).toEqual({ commits: 2, trials: 1 });
    kill();
    await db.close();
  });
});
