/** Calls under /api/v1, which answer in an envelope and act in one account. */
import type { PathOf } from '../../../../../packages/client/src/operations.ts';
import {
  type AnswerTo,
  type ApiFailure,
  createCall,
  ifMatch,
  query,
  type VersionedRecord,
} from '../api.ts';

const BASE = '/api/v1';

export interface Page<T> {
  readonly records: readonly T[];
  readonly total: number;
  readonly total_pages: number;
}

/** The answer to a change; views say in the reader's language what became of it. */
interface ChangeAnswer<T> {
  readonly data: T;
}

/** The data that an operation answers. */
export type DataOf<P extends PathOf<'GET'>> =
  AnswerTo<'GET', P> extends { data: infer Data } ? Data : never;

/** A record in the list that an operation returns. */
export type ListItem<P extends PathOf<'GET'>> = DataOf<P> extends readonly (infer T)[] ? T : never;

/** Paths are those after /api/v1; their answers have the type that is asked for. */
export function createCrmApi(token: string, onUnauthorized: (failure: ApiFailure) => void) {
  let account: string | null = null;
  // Proxies drop names with underscores.
  const credentials = () => ({
    'api-access-token': token,
    ...(account !== null && { 'account-id': account }),
  });
  const call = createCall(credentials, onUnauthorized);
  const read = async <T>(path: string, signal?: AbortSignal) => {
    const { answer, etag } = await call('GET', BASE + path, { signal });
    return { answer: answer as T, etag };
  };
  /** `etag` is the version that a change was made from. */
  const change =
    (method: 'POST' | 'PATCH' | 'DELETE') =>
    async <T = unknown>(path: string, body?: unknown, etag: string | null = null) => {
      const { answer } = await call(method, BASE + path, { body, headers: ifMatch(etag) });
      return (answer ?? {}) as ChangeAnswer<T>;
    };
  return {
    /** Selects the account to work in; null selects the only account, or the token's. */
    useAccount(id: string | null) {
      account = id;
    },
    get: async <T>(path: string): Promise<T> => (await read<{ data: T }>(path)).answer.data,
    /** Reads a record and its version. */
    async record<T>(path: string): Promise<VersionedRecord<T>> {
      const { answer, etag } = await read<{ data: T }>(path);
      return { record: answer.data, etag };
    },
    async page<T>(
      path: string,
      values: Readonly<Record<string, unknown>>,
      signal?: AbortSignal,
    ): Promise<Page<T>> {
      const { answer } = await read<{ data: T[]; meta: { pagination: Omit<Page<T>, 'records'> } }>(
        path + query(values),
        signal,
      );
      return { records: answer.data, ...answer.meta.pagination };
    },
    post: change('POST'),
    patch: change('PATCH'),
    delete: change('DELETE'),
  };
}

export type CrmApi = ReturnType<typeof createCrmApi>;
