/** One long statement beside the event loop, which stays free to show progress and to hear signals. */
import { abortError } from '../shared/async/deadline.ts';
import { ownModule } from '../shared/own-files.ts';
import { DatabaseError } from './client.ts';
import type { Refusal, Reply, Statement } from './statement-worker.ts';

let isOneLeft = false;

/**
 * Whether a statement was broken off. It may run for ever: a command must end the process, and not wait for its thread.
 */
export const hasLeftStatement = (): boolean => isOneLeft;

/**
 * The first value of the first row. Rejects with a DatabaseError; when `signal` aborts, with its reason at once, while
 * the statement itself goes on until the process ends: SQLite hears of nothing in between.
 */
export async function runBeside(statement: Statement, signal: AbortSignal): Promise<unknown> {
  const worker = new Worker(ownModule('src/db/statement-worker.ts'));
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const abort = () => {
    isOneLeft = true;
    reject(abortError(signal));
  };
  worker.onmessage = ({ data }: MessageEvent<Reply>) => resolve(data);
  worker.onerror = ({ message }) => reject(new DatabaseError('other', message));
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  else worker.postMessage(statement);
  try {
    const reply = await promise;
    if ('fault' in reply) throw faultOf(reply);
    return reply.value;
  } finally {
    signal.removeEventListener('abort', abort);
    worker.terminate();
  }
}

/** With the system's name for it, by which a start finds the folder or file that stands in the way. */
const faultOf = ({ fault, message, code }: Refusal) =>
  new DatabaseError(fault, message, Object.assign(new Error(message), { code }));
