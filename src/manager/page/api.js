/** Calls of the service. */

/** Longer than the service waits for a phone (10 s) or a receiver (30 s). */
const LIMIT_MS = 60_000;

/** Why a request failed, in the service's own words. `status` is 0 when there is no answer. */
export class ApiFailure extends Error {
  /**
   * @param {{ status?: number, code?: string, message: string, retryAfterMs?: number, details?: Record<string, string[]> }} parts
   *   `details`: texts per field of the body
   */
  constructor({ status = 0, code = '', message, retryAfterMs = 0, details = {} }) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
    this.details = details;
  }
}

/**
 * @param {string} key
 * @param {(failure: ApiFailure) => void} onUnauthorized called when the key is not, or no longer, valid
 */
export function createApi(key, onUnauthorized) {
  const call = createCall(() => ({ apikey: key }), onUnauthorized);
  const answer = async (...asked) => (await call(...asked)).answer;
  return {
    get: (path, signal) => answer('GET', path, { signal }),
    post: (path, body) => answer('POST', path, { body }),
    patch: (path, body) => answer('PATCH', path, { body }),
    delete: (path, body) => answer('DELETE', path, { body }),
  };
}

/**
 * @param {() => Record<string, string>} credentials the headers of every request
 * @param {(failure: ApiFailure) => void} onUnauthorized
 * @returns a function that resolves to the answer, null without a body, and the version it names
 */
export const createCall =
  (credentials, onUnauthorized) =>
  async (method, path, { body, headers, signal } = {}) => {
    const response = await reach(path, {
      method,
      signal: AbortSignal.any([AbortSignal.timeout(LIMIT_MS), ...(signal ? [signal] : [])]),
      headers: {
        ...credentials(),
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (response.ok) {
      const answer = response.status === 204 ? null : await response.json();
      return { answer, etag: response.headers.get('etag') };
    }
    const failure = await failureOf(response);
    if (failure.status === 401) onUnauthorized(failure);
    throw failure;
  };

async function reach(path, options) {
  try {
    return await fetch(path, { cache: 'no-store', credentials: 'omit', ...options });
  } catch (error) {
    if (options.signal.aborted && error.name === 'AbortError') throw error;
    throw new ApiFailure({ message: `The service cannot be reached: ${error.message}` });
  }
}

async function failureOf(response) {
  const { status, statusText } = response;
  const answer = await response.json().catch(() => null);
  const retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1000;
  const code = answer?.error?.code;
  const message = reasonIn(answer) ?? (statusText || 'No explanation');
  return new ApiFailure({ status, code, message, retryAfterMs, details: answer?.error?.details });
}

/** What a failure says, in the envelope or in the form of GATEWAY_DIALECT=evolution-api; undefined: nothing. */
export function reasonIn(answer) {
  const [first] = answer?.response?.message ?? [];
  const said = first?.exists === false ? `number ${first.number} is not on WhatsApp` : first;
  return answer?.error?.message ?? answer?.message ?? said;
}

/** A path whose values are percent-encoded: at`/instance/connect/${name}`. */
export const at = (texts, ...values) =>
  texts.reduce((path, text, index) => path + encodeURIComponent(values[index - 1]) + text);

/** A query of the values that are there: `?state=waiting`, or nothing at all. */
export function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
