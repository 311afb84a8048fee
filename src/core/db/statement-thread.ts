/** Runs one long statement in a worker, so that the event loop can show progress and get signals. */
import { abortError } from '../shared/async/deadline.ts';
import { ownModule } from '../shared/own-files.ts';
import { DatabaseError } from './client.ts';
import type { Refusal, Reply, Statement } from './statement-worker.ts';

let isOneLeft = false;

/**
 * Returns whether a statement was abandoned. It may run for ever: a command must end the process without waiting for
 * it.
 */
export const hasLeftStatement = (): boolean => isOneLeft;

/**
 * Returns the first value of the first row. Rejects with a DatabaseError, or at once with the reason of `signal` when
 * it aborts; the statement itself then runs until the process ends, because SQLite cannot be interrupted.
 */
export async function runBeside(statement: Statement, signal: AbortSignal): Promise<unknown> {
  const worker = new Worker(ownModule('src/core/db/statement-worker.ts'));
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

/** The code is the system's, by which a start finds the folder or file that is in the way. */
const faultOf = ({ fault, message, code }: Refusal) =>
  new DatabaseError(fault, message, Object.assign(new Error(message), { code }));
