/** Makes calls of a session fail once another process has taken over its instance. */
import { FENCED } from '../db/client.ts';
import { AppError } from '../shared/errors.ts';
import type { Session } from './provider.ts';

const refused = (): AppError => new AppError('unavailable', FENCED);

const lost = (): AppError =>
  new AppError('unavailable', `${FENCED}; it is not known whether the request was carried out`, {
    mayBeDone: true,
  });

/** These return at once and ask nothing of the platform. */
const AT_ONCE = new Set<string | symbol>([
  'offer',
  'stop',
  'abandon',
  'settingsChanged',
  'actions',
]);
/** These are or return objects whose calls belong to the session too. */
const PARTS = new Set<string | symbol>([
  'chats',
  'groups',
  'newsletters',
  'phoneCalls',
  'ownProfile',
  'templates',
]);

/**
 * Returns the same session, whose running calls reject with `unavailable` as soon as `abandoned` aborts, as do all
 * later calls.
 */
export function failingOnceAbandoned<S extends Session>(session: S, abandoned: AbortSignal): S {
  return guarded(session, abandoned);
}

function guarded<T extends object>(target: T, abandoned: AbortSignal): T {
  return new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(target, name);
      if (AT_ONCE.has(name)) return value;
      if (typeof value === 'object' && value !== null && PARTS.has(name))
        return guarded(value, abandoned);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        if (abandoned.aborted) return refusal(name);
        const result: unknown = Reflect.apply(value, target, args);
        if (result instanceof Promise) return unlessAborted(result, abandoned);
        const isPart = PARTS.has(name) && typeof result === 'object' && result !== null;
        return isPart ? guarded(result, abandoned) : result;
      };
    },
  });
}

function refusal(name: string | symbol): Promise<never> {
  if (PARTS.has(name)) throw refused();
  return Promise.reject(refused());
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const fail = () => reject(lost());
  signal.addEventListener('abort', fail, { once: true });
  const over = () => signal.removeEventListener('abort', fail);
  work.then(resolve, reject).finally(over);
  return promise;
}
