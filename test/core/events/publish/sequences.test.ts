/** How many counts of streams are in memory, and which are read again. */
import { expect, test } from 'bun:test';
import { soleOwnership } from '../../../../src/core/events/publish/ownership.ts';
import { createSequences } from '../../../../src/core/events/publish/sequences.ts';

function counting() {
  const read: unknown[] = [];
  const query = async (_: string, [id]: readonly unknown[]) => {
    read.push(id);
    return [[7]];
  };
  const sequences = createSequences({ query }, soleOwnership('process'), () => {});
  const others = async (count: number) => {
    for (let n = 0; n < count; n++) await sequences.ensure(`other-${read.length}`, false);
  };
  return { sequences, read, others };
}

test('the counts of 100 000 streams are in memory, and the one used longest ago is read again', async () => {
  const { sequences, read, others } = counting();
  await sequences.ensure('shop', false);
  await others(100_000);
  await sequences.ensure('shop', false);
  expect(read.filter((id) => id === 'shop')).toHaveLength(2);
});

test('a stream that waits for its commit is not forgotten for those that come after it', async () => {
  const { sequences, others } = counting();
  await sequences.ensure('shop', false);
  await others(99_999);
  expect(sequences.ensure('shop', false)).toBeUndefined();
  await others(50_000);
  expect(sequences.begin().next('shop')).toBe(8);
});

test('that another process has written to a stream is told although the count of another stream cannot be read', async () => {
  const counts = new Map([
    ['shop', 3],
    ['cafe', 5],
  ]);
  const told: string[] = [];
  const query = async (_: string, [id]: readonly unknown[]) => {
    const count = counts.get(String(id));
    if (count === undefined) throw new Error('cut by the test');
    return [[count]];
  };
  const sequences = createSequences({ query }, soleOwnership('process'), (id) => told.push(id));
  for (const id of ['shop', 'cafe']) await sequences.ensure(id, true);
  const turn = sequences.begin();
  expect([turn.next('shop'), turn.next('cafe')]).toEqual([4, 6]);
  counts.set('shop', 4);
  counts.delete('cafe');
  expect(await turn.recount().catch(String)).toContain('cut by the test');
  expect(told).toEqual(['shop']);
  expect(sequences.begin().next('shop')).toBe(5);
});
