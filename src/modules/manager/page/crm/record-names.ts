/** The names of records that a list shows by their ids. */
import { useMemo } from 'preact/hooks';
import { at } from '../api.ts';
import { createNameLookup } from '../name-lookup.ts';
import { useSession } from './session.ts';

/** The name of a record that is being read. */
const READING = '…';

/** Returns the name of a record; null if it was deleted or the token may not read it. */
export type NameOf = (id: string) => string | null;

/** Every record that is shown is read once while the view is open, however many there are. */
export function useNames(resource: 'users' | 'inboxes'): NameOf {
  const session = useSession();
  return useMemo((): NameOf => {
    const { api, can } = session;
    if (!can(`${resource}.read`)) return () => null;
    const lookUp = createNameLookup(
      async (id) => (await api.get<{ readonly name: string }>(at`/${resource}/${id}`)).name,
    );
    return (id) => {
      const name = lookUp(id);
      return name === undefined ? READING : name;
    };
  }, [session, resource]);
}
