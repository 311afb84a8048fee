/** The names of records that a list shows by their ids. */
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { at } from '../api.ts';
import { type Session, useSession } from './session.ts';

const AT_ONCE = 4;
/** The name of a record that is being read. */
const READING = '…';

/** Returns the name of a record; null if it was deleted or the token may not read it. */
export type NameOf = (id: string) => string | null;

/** Every record that is shown is read once while the view is open, however many there are. */
export function useNames(resource: 'users' | 'inboxes'): NameOf {
  const session = useSession();
  return useMemo(() => namesOf(session, resource), [session, resource]);
}

function namesOf({ api, can }: Session, resource: string): NameOf {
  if (!can(`${resource}.read`)) return () => null;
  const names = signal<ReadonlyMap<string, string | null>>(new Map());
  const asked = new Set<string>();
  const waiting: string[] = [];
  let reading = 0;
  const readOn = async () => {
    if (reading === AT_ONCE) return;
    reading++;
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const record = api.get<{ readonly name: string }>(at`/${resource}/${id}`);
      const name = await record.then((found) => found.name).catch(() => null);
      names.value = new Map(names.value).set(id, name);
    }
    reading--;
  };
  return (id) => {
    if (!asked.has(id)) {
      asked.add(id);
      waiting.push(id);
      void readOn();
    }
    const name = names.value.get(id);
    return name === undefined ? READING : name;
  };
}
