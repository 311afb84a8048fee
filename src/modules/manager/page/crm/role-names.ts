/** The names of the roles of the account, as many as one request gives. */
import { useEffect, useState } from 'preact/hooks';
import type { ListItem } from './api.ts';
import { useSession } from './session.ts';

const MOST = 100;

/** Returns what names a role by its key; roles that are not read are named by their keys. */
export function useRoleNames(): (key: string) => string {
  const { api, can } = useSession();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!can('roles.read')) return;
    void api.page<ListItem<'/api/v1/roles'>>('/roles', { pageSize: MOST }).then(
      ({ records }) => setNames(new Map(records.map(({ key, name }) => [key, name]))),
      () => {
        // The keys are shown then.
      },
    );
  }, [api, can]);
  return (key) => names.get(key) ?? key;
}
