/** Owns: that only a connected instance sends. */
import type { Session } from '../../providers/provider.ts';
import { conflict } from '../../shared/errors.ts';
import type { InstanceRecord } from '../instance/directory.ts';
import type { Sessions } from '../instance/sessions.ts';

/** 409 unless the instance is connected. */
export function requireConnected({ state, name }: InstanceRecord): void {
  if (state !== 'open') throw conflict(`instance ${name} is not connected`);
}

/** In turn with the instance's other calls; 409 when it is not connected by then. */
export const whenConnected = <T>(
  sessions: Sessions,
  id: string,
  call: (session: Session) => Promise<T>,
): Promise<T> =>
  sessions.inTurn(id, async (record) => {
    requireConnected(record);
    return call(sessions.sessionOf(record));
  });

/** Begun in turn, ended on its own: a file on its way out holds up no other call. 409 as above. */
export async function begunWhenConnected<T>(
  sessions: Sessions,
  id: string,
  call: (session: Session) => Promise<T>,
): Promise<T> {
  const begun = await sessions.inTurn(id, async (record) => {
    requireConnected(record);
    return { answer: call(sessions.sessionOf(record)) };
  });
  return begun.answer;
}
