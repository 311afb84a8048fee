import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type {
  OperationOf,
  OptionsOf,
  PathOf,
} from '../../../../../packages/client/src/operations.ts';
import type { AnswerTo, BodyFor, GatewayApi } from '../api.ts';
import { type PolledQuery, usePolledQuery } from '../polled-query.ts';

export const ApiContext = createContext<GatewayApi | null>(null);

/** Returns the calls of the gateway, with the key that was entered. */
export function useApi(): GatewayApi {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('no key was entered');
  return api;
}

/** Polls what an operation answers, as `usePolledQuery` does; at once when `options` have changed. */
export function useAnswer<P extends PathOf<'GET'>>(
  path: P,
  options: OptionsOf<OperationOf<'GET', P>>,
  everyMs?: number,
): PolledQuery<AnswerTo<'GET', P>> {
  const api = useApi();
  // The compiler cannot tell whether the operation of any path may be called without options.
  const call = api.call as (method: 'GET', path: P, options: object) => Promise<AnswerTo<'GET', P>>;
  return usePolledQuery(
    (signal) => call('GET', path, { ...options, signal }),
    [api, path, JSON.stringify(options)],
    everyMs,
  );
}

/** The paths in which only the name of the instance is to be filled in. */
type PostPath = Exclude<
  Extract<PathOf<'POST'>, `${string}{instanceName}${string}`>,
  `${string}{${string}{${string}`
>;

/** Returns a function that posts a body to an operation on the instance. */
export function usePostTo(instanceName: string) {
  // The compiler cannot tell whether the operation of any path may be called without options.
  const call = useApi().call as (method: 'POST', path: PostPath, options: object) => unknown;
  return <P extends PostPath>(path: P, body: BodyFor<'POST', P>) =>
    call('POST', path, { params: { instanceName }, body }) as Promise<AnswerTo<'POST', P>>;
}
