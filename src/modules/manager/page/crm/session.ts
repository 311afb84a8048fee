/** The context of every view of the CRM: the current account, and the permissions of the token. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { ApiFailure } from '../api.ts';
import type { CrmApi, DataOf, ListItem } from './api.ts';

export type Account = ListItem<'/api/v1/accounts'>;

interface Access {
  /** The account that is worked in, where it is known. */
  readonly account: Pick<Account, 'id' | 'name'> | null;
  /** Whether the person must choose among several accounts first. */
  readonly mustChoose: boolean;
  readonly role: string;
  readonly can: (permission: string) => boolean;
}

export interface Session extends Access {
  readonly api: CrmApi;
  /** Reads again what the token may do and in which account, and says `said`. */
  readonly enter: (said?: string) => Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('no session is open');
  return session;
}

/** The choice stays in this tab. */
const STORED = 'gatehouse.account';

export const forgetAccount = () => sessionStorage.removeItem(STORED);
export const rememberAccount = (id: string) => sessionStorage.setItem(STORED, id);

/** Reads the account to work in, and what the token permits there. */
export async function readAccess(api: CrmApi): Promise<Access> {
  const id = sessionStorage.getItem(STORED);
  api.useAccount(id);
  try {
    return await accessIn(api, id);
  } catch (error) {
    // The account is deleted or suspended, or the membership has ended.
    const isGone = error instanceof ApiFailure && [403, 404].includes(error.status);
    if (id === null || !isGone) throw error;
    forgetAccount();
    api.useAccount(null);
    return accessIn(api, null);
  }
}

async function accessIn(api: CrmApi, id: string | null): Promise<Access> {
  const { permissions, role_data: role } =
    await api.get<DataOf<'/api/v1/permissions'>>('/permissions');
  const can = (permission: string) => permissions.some((one) => one === permission);
  const access = { can, role: role.name, mustChoose: false };
  if (!can('accounts.read')) return { ...access, account: null };
  if (id !== null) return { ...access, account: await api.get<Account>(`/accounts/${id}`) };
  const { records, total } = await api.page<Account>('/accounts', { pageSize: 1 });
  const [only] = records;
  if (total > 1 || only === undefined) return { ...access, account: null, mustChoose: true };
  api.useAccount(only.id);
  return { ...access, account: only };
}
