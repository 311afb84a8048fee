/** Paths below a number at Meta that callers of the Graph API here may ask: requests and answers stay as they are. */
import type { Fields } from '../foreign-values.ts';
import type { Graph, Query } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { messageRefusalOf } from './send-failure.ts';

export interface NumberRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: 'whatsapp_business_profile' | 'block_users';
  readonly query: Query;
  /** Counts for POST and DELETE. */
  readonly body: Fields;
}

interface NumberPathsDeps {
  readonly graph: Graph;
  /** Throws when the instance is gone. */
  readonly number: () => { readonly phoneNumberId: string };
  /** Called with why Meta refused a call, since it may be about more than the call. */
  readonly failed: (failure: GraphFailure) => void;
}

/** Returns the function that asks. It rejects with what Meta has refused, or with `upstream` if no answer came. */
export const numberPaths =
  ({ graph, number, failed }: NumberPathsDeps) =>
  async ({ method, path, query, body }: NumberRequest): Promise<Fields> => {
    const whole = `/${number().phoneNumberId}/${path}`;
    try {
      if (method === 'GET') return await graph.get(whole, query);
      return await (method === 'POST' ? graph.post(whole, body) : graph.remove(whole, {}, body));
    } catch (error) {
      if (!(error instanceof GraphFailure)) throw error;
      failed(error);
      throw messageRefusalOf(error, method === 'GET' ? 'unavailable' : 'upstream');
    }
  };
