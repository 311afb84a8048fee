/** A thread of sessions asks the main thread once whether an instance may open new chats. */
import { expect, test } from 'bun:test';
import type { NewChatLimit, NewChats } from '../../../../src/core/messages/new-chats.ts';
import { knownNewChats } from '../../../../src/modules/whatsapp/threads/opened-session.ts';

function asking(limit: NewChatLimit) {
  const calls: string[] = [];
  const remote: NewChats = {
    async limit() {
      calls.push('limit');
      return limit;
    },
    async learned() {
      calls.push('learned');
    },
    async require() {
      calls.push('require');
    },
  };
  return { calls, known: knownNewChats(remote) };
}

const FREE = { lockedUntil: null, checkedAt: null };
const NOW = 1_000;

test('the main thread is asked once when there is no limit', async () => {
  const { calls, known } = asking(FREE);
  await known.require(['a'], NOW);
  expect(known.require(['b'], NOW)).toBeUndefined();
  expect(calls).toEqual(['limit']);
});

test('while there is a limit the main thread decides about each person, and no longer afterwards', async () => {
  const { calls, known } = asking({ lockedUntil: 2_000, checkedAt: 0 });
  await known.require(['a'], NOW);
  await known.require(['a'], NOW);
  await known.require(['a'], 2_000);
  expect(calls).toEqual(['limit', 'require', 'require']);
});

test('a limit that is learned counts at once, also when it is learned while the main thread is asked', async () => {
  const { calls, known } = asking(FREE);
  const asked = known.require(['a'], NOW);
  await known.learned({ lockedUntil: 2_000, checkedAt: NOW });
  await asked;
  await known.require(['a'], NOW);
  expect(calls.slice(0, 2)).toEqual(['limit', 'learned']);
  expect(calls.at(-1)).toBe('require');
});
