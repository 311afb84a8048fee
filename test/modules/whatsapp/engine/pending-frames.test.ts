import { expect, test } from 'bun:test';
import type { WASocket } from '@whiskeysockets/baileys';
import { queueFrames } from '../../../../src/modules/whatsapp/engine/pending-frames.ts';

/** What is sent by the socket's own means, while the test decides what is on disk. */
function stage() {
  const left: string[] = [];
  const ends: string[] = [];
  let onDisk: Promise<void> | null = null;
  const transport = {
    send(frame: Uint8Array, sent?: () => void) {
      left.push(Buffer.from(frame).toString());
      sent?.();
    },
  };
  const ws = { isOpen: true, socket: transport };
  // The cast: nothing else of it is looked at.
  const socket = { ws, end: (error: Error) => ends.push(error.message) } as unknown as WASocket;
  const frames = queueFrames(socket, { unwritten: () => onDisk });
  let taken = 0;
  return {
    ws,
    left,
    ends,
    frames,
    send: (text: string) =>
      transport.send(Buffer.from(text), () => {
        taken++;
      }),
    taken: () => taken,
    /** From now on there are keys that are not on disk. */
    keysChange() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      promise.catch(() => {});
      onDisk = promise;
      const over = () => {
        if (onDisk === promise) onDisk = null;
      };
      return {
        written: () => [resolve(), over()],
        givenUp: () => [reject(new Error('the disk is full')), over()],
      };
    },
  };
}

test('what is sent leaves when the keys set before it are on disk, in its order', async () => {
  const { left, frames, keysChange, send, taken } = stage();
  send('one');
  expect(left).toEqual(['one']);
  const first = keysChange();
  send('two');
  const second = keysChange();
  send('three');
  let isEmpty = false;
  const empty = frames.left().then(() => {
    isEmpty = true;
  });
  second.written();
  send('four');
  // Whoever sends goes on meanwhile.
  expect(taken()).toBe(4);
  await Promise.resolve();
  expect([left, isEmpty]).toEqual([['one'], false]);
  first.written();
  await empty;
  expect(left).toEqual(['one', 'two', 'three', 'four']);
  await frames.left();
});

test('what was made with keys that are given up never leaves, and the connection ends with the reason', async () => {
  const { left, ends, ws, frames, keysChange, send } = stage();
  const keys = keysChange();
  send('one');
  send('two');
  const problem = frames.left().catch((error) => error.message);
  keys.givenUp();
  ws.isOpen = false;
  expect(await problem).toBe('the disk is full');
  expect(left).toEqual([]);
  expect(ends[0]).toBe('what was to be sent is lost: the disk is full');
});

test('more than five thousand frames do not wait: the connection ends', async () => {
  const { left, ends, keysChange, send, ws, frames } = stage();
  const keys = keysChange();
  for (let count = 0; count < 5_000; count++) send(`${count}`);
  let problem: Error | undefined;
  ws.socket.send(Buffer.from('beyond'), ((error?: Error) => {
    problem = error;
  }) as () => void);
  const lost = 'what was to be sent is lost: too much waits for the disk';
  expect([problem?.message, ends[0]]).toEqual([lost, lost]);
  keys.written();
  expect(await frames.left().catch((error) => error.message)).toBe(lost);
  expect(left).toEqual([]);
});
