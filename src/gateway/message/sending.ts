/** Sending through an instance, which must be connected. */

import type { OutgoingMessage, SentMessage } from '../../providers/outgoing.ts';
import type { Session } from '../../providers/provider.ts';
import { conflict } from '../../shared/errors.ts';
import type { InstanceRecord } from '../instance/directory.ts';
import type { Sessions } from '../instance/sessions.ts';

/** 409 unless the instance is connected. */
export function requireConnected({ state, name }: InstanceRecord): void {
  if (state !== 'open') throw conflict(`instance ${name} is not connected`);
}

/** What goes on although the next call may begin. */
interface Begun<T> {
  readonly answer: Promise<T>;
}

/** No other call of the instance runs until `call` resolves. 409 when it is not connected by then. */
export async function begunWhenConnected<T>(
  sessions: Sessions,
  id: string,
  call: (session: Session) => Promise<Begun<T>>,
): Promise<T> {
  const begun = await sessions.runExclusive(id, async (record) => {
    requireConnected(record);
    return call(sessions.sessionOf(record));
  });
  return begun.answer;
}

/** Begun in turn with the instance's other calls, which do not wait for its end. */
export const sendMessage = (
  sessions: Sessions,
  id: string,
  message: OutgoingMessage,
): Promise<SentMessage> =>
  begunWhenConnected(sessions, id, async (session) => ({
    answer: sessions.inTime(session.send(message)),
  }));
