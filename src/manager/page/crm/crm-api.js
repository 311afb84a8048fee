/** Calls under /api/v1, which answer in an envelope and act in one account. */
import { createCall, query } from '../api.ts';

const BASE = '/api/v1';

/**
 * Paths are those after /api/v1. `etag` is the version that a change was made from.
 * @param {string} token
 * @param {(failure: import('../api.ts').ApiFailure) => void} onUnauthorized
 */
export function createCrmApi(token, onUnauthorized) {
  let account = null;
  // Proxies drop names with underscores.
  const credentials = () => ({
    'api-access-token': token,
    ...(account !== null && { 'account-id': account }),
  });
  const call = createCall(credentials, onUnauthorized);
  const change =
    (method) =>
    async (path, body, etag = null) => {
      const headers = etag === null ? {} : { 'if-match': etag };
      return (await call(method, BASE + path, { body, headers })).answer;
    };
  const read = (path) => call('GET', BASE + path);
  return {
    /** @param {string | null} id the account to act in from now on; null: the only one, or the token's */
    useAccount(id) {
      account = id;
    },
    get: async (path) => (await read(path)).answer.data,
    /** One record and its version. */
    async record(path) {
      const { answer, etag } = await read(path);
      return { record: answer.data, etag };
    },
    /** @returns {Promise<{ records: object[], page: number, total: number, total_pages: number }>} */
    async page(path, values) {
      const { data, meta } = (await read(path + query(values))).answer;
      return { records: data, ...meta.pagination };
    },
    post: change('POST'),
    patch: change('PATCH'),
    delete: change('DELETE'),
  };
}
