/** The order of one stream's events, whatever they wait for on their way. */
import { expect, test } from 'bun:test';
import { effectOf } from '../../../../src/core/db/client.ts';
import { testDatabase } from '../../../helpers/database.ts';
import { connected, engineBench, message, SHOP } from '../../../helpers/engine.ts';

test('an event published the moment its stream has been counted does not overtake those who waited for it', async () => {
  const db = await testDatabase();
  let counted = () => {};
  const bench = await engineBench({
    db: {
      ...db,
      query: (sql, params) =>
        db.query(sql, params).then((rows) => {
          counted();
          return rows;
        }),
    },
  });
  const late: Promise<void>[] = [];
  counted = () => {
    counted = () => {};
    // Each a turn of the microtask queue later, so that one of them meets every step in between.
    let after = Promise.resolve();
    for (let index = 0; index < 12; index++) {
      after = after.then(() => {
        late.push(bench.engine.publish(SHOP, [message('a', `late ${index}`)]));
      });
    }
  };
  await bench.engine.publish(SHOP, [message('a', 'first')]);
  await Promise.all(late);
  const rows = await db.query(
    "select body ->> '$.data.Message.conversation' from events order by sequence",
    [],
  );
  expect(rows[0]).toEqual(['first']);
  expect(rows).toHaveLength(13);
});

test('the first events of 300 instances that come together share a commit', async () => {
  const db = await testDatabase();
  let writes = 0;
  const { engine } = await engineBench({
    db: {
      ...db,
      query(sql, params) {
        if (effectOf(sql) !== 'read') writes++;
        return db.query(sql, params);
      },
      batch(statements) {
        writes++;
        return db.batch(statements);
      },
    },
  });
  const shops = Array.from({ length: 300 }, (_, index) => ({ id: `shop ${index}`, name: 'shop' }));
  await Promise.all(shops.map((shop) => engine.publish(shop, [connected])));
  expect(writes).toBe(1);
  expect(await db.query('select last_sequence, count(*) from streams group by 1', [])).toEqual([
    [1, 300],
  ]);
});
