/** Keeps sessions from being removed by anything but this Signal. */
import { SessionRecord } from './session-record.ts';

type Sessions = Readonly<Record<string, unknown>>;

/**
 * Returns the changes without those that would remove a session, except where it is removed by storing a record without
 * sessions, as is done here alone. Baileys removes the sessions of a device that asks for a message again by writing null,
 * outside of the person's lock: what is on its way under them could not be read any more.
 */
export function keepingSessions<C extends { readonly session?: Sessions }>(changes: C): C {
  const { session, ...others } = changes;
  if (session === undefined) return changes;
  const entries = Object.entries(session).flatMap(([address, value]) =>
    value === null ? [] : [[address, isEmpty(value) ? null : value] as const],
  );
  const kept = entries.length > 0 && { session: Object.fromEntries(entries) };
  // The cast: only sessions are fewer, and what they are is as before.
  return { ...others, ...kept } as C;
}

const isEmpty = (value: unknown): boolean =>
  value instanceof SessionRecord && value.sessions.length === 0;
