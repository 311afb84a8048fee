/** The names of records that a list shows by their ids, and of roles by their keys. */
import { useMemo } from 'preact/hooks';
import { at } from '../api.ts';
import { createNameLookup } from '../name-lookup.ts';
import type { CrmApi, ListItem } from './api.ts';
import { useSession } from './session.ts';

export type Role = ListItem<'/api/v1/roles'>;

/** The name of a record that is being read. */
const READING = '…';
const ROLES_MOST = 100;

/** Returns the name of a record; null if it was deleted or the token may not read it. */
export type NameOf = (id: string) => string | null;

/** Every record that is shown is read once while the view is open, however many there are. */
export const useNames = (resource: 'users' | 'inboxes'): NameOf =>
  useReadNames(resource, (api, id) => api.get(at`/${resource}/${id}`));

/** Returns what names a role by its key; the key of a role that cannot be read. */
export function useRoleNames(): (key: string) => string {
  const nameOf = useReadNames('roles', readRole);
  return (key) => nameOf(key) ?? key;
}

/** Resolves with null if no role has this key. */
export async function readRole(api: CrmApi, key: string): Promise<Role | null> {
  const { records } = await api.page<Role>('/roles', { search: key, pageSize: ROLES_MOST });
  return records.find((one) => one.key === key) ?? null;
}

type ReadRecord = (api: CrmApi, id: string) => Promise<{ readonly name: string } | null>;

function useReadNames(resource: 'users' | 'inboxes' | 'roles', read: ReadRecord): NameOf {
  const session = useSession();
  return useMemo((): NameOf => {
    const { api, can } = session;
    if (!can(`${resource}.read`)) return () => null;
    const lookUp = createNameLookup(async (id) => (await read(api, id))?.name ?? null);
    return (id) => {
      const name = lookUp(id);
      return name === undefined ? READING : name;
    };
  }, [session, resource]);
}
