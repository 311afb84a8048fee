/** Sends a request by hand and breaks it off at a phase of its life. */
import { connect, type Socket } from 'node:net';
import type { Random } from '../hostile-requests.ts';
import type { RawRequest } from './requests.ts';

/** `frame`: after the protocol was switched, within a frame. */
export const PHASES = ['headers', 'body', 'sent', 'answer', 'frame'] as const;
export type Phase = (typeof PHASES)[number];

export const phasesOf = ({ body, frame }: RawRequest): readonly Phase[] =>
  PHASES.filter(
    (phase) => (phase !== 'body' || body.length > 0) && (phase !== 'frame' || frame !== undefined),
  );

function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket.on('error', () => {})));
    socket.once('error', reject);
  });
}

/** Resolves with what was received first, or with '' when the connection ends before. */
const firstBytes = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('data', (bytes: Buffer) => {
      socket.pause();
      resolve(bytes.toString('latin1'));
    });
    socket.once('close', () => resolve(''));
  });

const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left--) await new Promise((done) => setImmediate(done));
};

/** Returns how many bytes are sent before the abort. */
function cutAt({ head, body }: RawRequest, phase: Phase, random: Random): number {
  if (phase === 'headers') return 1 + random(head.length - 1);
  if (phase === 'body') return head.length + random(body.length);
  return head.length + body.length;
}

/** Resolves once the connection is gone. */
export async function abort(
  port: number,
  request: RawRequest,
  phase: Phase,
  random: Random,
): Promise<void> {
  const socket = await open(port);
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const answered = firstBytes(socket);
  const whole = Buffer.concat([request.head, request.body]);
  socket.write(whole.subarray(0, cutAt(request, phase, random)));
  if (phase === 'answer' || phase === 'frame') await answered;
  const { frame } = request;
  if (phase === 'frame' && frame !== undefined)
    socket.write(frame.subarray(0, 1 + random(frame.length)));
  await turns(random(4));
  if (random(2) === 0) socket.resetAndDestroy();
  else socket.destroy();
  await gone;
}

/** Returns the status of a request that is sent whole; only the head of the answer is read. */
export async function statusOf(port: number, { head, body }: RawRequest): Promise<number> {
  const socket = await open(port);
  const answered = firstBytes(socket);
  socket.write(Buffer.concat([head, body]));
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(await answered)?.[1] ?? 0);
  socket.destroy();
  return status;
}
