/** Keeps sessions from being removed by anything but this Signal. */
import type { SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys';
import { SessionRecord } from './session-record.ts';

/**
 * Returns the same keys, except that a session is removed only by storing a record without sessions. Baileys removes
 * those of a device that asks for a message again by writing null, outside of the person's lock: what is on its way
 * under them could not be read any more.
 */
export function keepingSessions(keys: SignalKeyStore): SignalKeyStore {
  return {
    get: (type, ids) => keys.get(type, ids),
    async set({ session = {}, ...others }) {
      const entries = Object.entries(session).flatMap(([address, value]) =>
        value === null ? [] : [[address, isEmpty(value) ? null : value] as const],
      );
      const data: SignalDataSet = {
        ...others,
        ...(entries.length > 0 && { session: Object.fromEntries(entries) }),
      };
      if (Object.keys(data).length > 0) await keys.set(data);
    },
  };
}

const isEmpty = (value: unknown): boolean =>
  value instanceof SessionRecord && value.sessions.length === 0;
