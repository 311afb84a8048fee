/** Refuses to send through an instance that is not connected. */
import type { Session } from '../../providers/provider.ts';
import { conflict } from '../../shared/errors.ts';
import type { InstanceRecord } from '../instance/directory.ts';
import type { Sessions } from '../instance/sessions.ts';

/** 409 unless the instance is connected. */
export function requireConnected({ state, name }: InstanceRecord): void {
  if (state !== 'open') throw conflict(`instance ${name} is not connected`);
}

/** What goes on although its turn is over. */
interface Begun<T> {
  readonly answer: Promise<T>;
}

/** The turn among the instance's other calls lasts until `call` resolves. 409 when it is not connected by then. */
export async function begunWhenConnected<T>(
  sessions: Sessions,
  id: string,
  call: (session: Session) => Promise<Begun<T>>,
): Promise<T> {
  const begun = await sessions.inTurn(id, async (record) => {
    requireConnected(record);
    return call(sessions.sessionOf(record));
  });
  return begun.answer;
}
