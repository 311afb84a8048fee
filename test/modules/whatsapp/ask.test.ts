/** What a caller hears when WhatsApp does not answer, or refuses. */
import { expect, test } from 'bun:test';
import type { WASocket } from '@whiskeysockets/baileys';
import { ask, type QuestionContext } from '../../../src/modules/whatsapp/ask.ts';
import { manualClock } from '../../doubles/manual-clock.ts';

function bench() {
  const clock = manualClock();
  const ws = { isOpen: true };
  // The cast: nothing else of it is looked at.
  const socket = { ws } as unknown as WASocket;
  const connection = {
    isOpen: true,
    requireOpen: () => ({
      socket,
      close() {},
      left: async () => {},
      leftCount: () => 0,
      waitedCount: () => 0,
    }),
  };
  const asked = (question: () => Promise<unknown>) =>
    ask({ clock, connection } as QuestionContext, question).catch(
      (error) => `${error.reason}: ${error.message}`,
    );
  return { clock, ws, asked };
}

test('no answer within 10 seconds is said so', async () => {
  const { clock, asked } = bench();
  const answer = asked(() => new Promise(() => {}));
  await clock.advance(10_000);
  expect(await answer).toBe('unavailable: WhatsApp did not answer within 10 seconds');
});

test.each([
  [{ data: 429 }, 'rate_limited: WhatsApp asks to wait before this is asked again'],
  [{ data: 403 }, 'conflict: WhatsApp refuses it: not allowed (403)'],
  [{}, 'internal: WhatsApp could not be asked: not allowed'],
])('a refusal with %p is %p', async (fields, text) => {
  const { asked } = bench();
  const refused = Object.assign(new Error('not allowed'), fields);
  expect(await asked(() => Promise.reject(refused))).toBe(text);
});

test('a connection that is lost meanwhile is a conflict', async () => {
  const { ws, asked } = bench();
  const lost = asked(async () => {
    ws.isOpen = false;
    throw new Error('Connection Closed');
  });
  expect(await lost).toBe('conflict: the connection was lost before WhatsApp answered');
});
