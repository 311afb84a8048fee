/** What WhatsApp says when it ends a connection, and what no server should send. */
import { randomBytes } from 'node:crypto';
import type { Connection } from './connection.ts';
import { framed } from './frames.ts';
import { type BinaryNode, newId, nowSeconds, SERVER, stanza } from './stanzas.ts';

/** The reason as clients report it: the number they close with. */
export type StreamError =
  | 'device removed'
  | 'replaced'
  | 'forbidden'
  | 'outdated'
  | 'bad session'
  | 'unavailable'
  | 'restart';

const STREAM_ERRORS: Record<StreamError, () => BinaryNode> = {
  // 401
  'device removed': () =>
    stanza('stream:error', { code: '401' }, [stanza('conflict', { type: 'device_removed' })]),
  // 440
  replaced: () => stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]),
  // 403
  forbidden: () => stanza('stream:error', { code: '403' }),
  // 405
  outdated: () => stanza('stream:error', { code: '405' }),
  // 500
  'bad session': () => stanza('stream:error', { code: '500' }),
  // 503
  unavailable: () => stanza('stream:error', { code: '503' }),
  // 515
  restart: () => stanza('stream:error', { code: '515' }),
};

export const streamErrorOf = (error: StreamError): BinaryNode => STREAM_ERRORS[error]();

/**
 * `frame`: bytes that no key opens. `stanza`: bytes that the keys open and that are no stanza.
 * `length`: a frame that announces more than ever comes.
 */
export type Garbage = 'frame' | 'stanza' | 'length';

export function sendGarbage(connection: Connection, kind: Garbage): void {
  if (kind === 'frame') connection.sendBytes(framed(randomBytes(64)));
  else if (kind === 'stanza') connection.sendPlain(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]));
  else connection.sendBytes(Buffer.from([0xff, 0xff, 0xff, 1, 2, 3]));
}

/** A message stanza from an unknown sender whose sealed part is this long. */
export function sendOversized(connection: Connection, bytes: number): void {
  const from = `5500000000000@${SERVER}`;
  connection.send(
    stanza('message', { from, id: newId(), t: nowSeconds(), type: 'text' }, [
      stanza('enc', { v: '2', type: 'msg' }, randomBytes(bytes)),
    ]),
  );
}
