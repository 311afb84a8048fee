import { expect, test } from 'bun:test';
import { createReadWriteLock } from '../../../src/crm/pipeline-stages/read-write-lock.ts';

/** All that can begin has begun. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Work that is under way until it is told to end. */
function scene() {
  const gate = createReadWriteLock();
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (how: 'together' | 'alone', name: string, key = 'k') =>
    gate[how](key, () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string, work: Promise<unknown>) => {
    await turn();
    ends.get(name)?.();
    await work;
    await turn();
  };
  return { gate, began, start, end };
}

test('one alone waits for all who came before, and all who come later wait for it', async () => {
  const { began, start, end } = scene();
  const [a, b] = [start('together', 'a'), start('together', 'b')];
  const alone = start('alone', 'alone');
  const c = start('together', 'c');
  const second = start('alone', 'second');
  await end('a', a);
  expect(began).toEqual(['a', 'b']);
  await end('b', b);
  expect(began).toEqual(['a', 'b', 'alone']);
  await end('alone', alone);
  expect(began).toEqual(['a', 'b', 'alone', 'c']);
  await end('c', c);
  expect(began.at(-1)).toBe('second');
  await end('second', second);
});

test('other keys do not wait', async () => {
  const { began, start, end } = scene();
  const alone = start('alone', 'alone');
  const other = start('together', 'other', 'another key');
  await end('other', other);
  expect(began).toContain('other');
  await end('alone', alone);
});

test('who fails holds nobody up', async () => {
  const { gate } = scene();
  const failing = [
    gate.together('k', () => Promise.reject(new Error('first'))),
    gate.alone('k', () => Promise.reject(new Error('second'))),
  ];
  const last = gate.together('k', async () => 'done');
  const results = await Promise.allSettled(failing);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await last).toBe('done');
});
