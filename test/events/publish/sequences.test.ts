/** How many counts of streams are in memory, and which are read again. */
import { expect, test } from 'bun:test';
import { soleOwnership } from '../../../src/events/publish/ownership.ts';
import { createSequences } from '../../../src/events/publish/sequences.ts';

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
