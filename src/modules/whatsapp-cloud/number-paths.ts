/** Paths below a number at Meta that callers of the Graph API here may ask: requests and answers stay as they are. */
import type { NumberRequest } from '../../core/providers/at-meta.ts';
import type { Fields } from '../../core/providers/foreign-values.ts';
import type { CloudContext } from './context.ts';
import { refusalOf, reportRefusal } from './graph-refusal.ts';

/** Returns the function that asks. It rejects with what Meta has refused, or with `upstream` if no answer came. */
export const numberPaths =
  ({ graph, number, failed }: Pick<CloudContext, 'graph' | 'number' | 'failed'>) =>
  async ({ method, path, query, body }: NumberRequest): Promise<Fields> => {
    const whole = `/${number().phoneNumberId}/${path}`;
    try {
      if (method === 'GET') return await graph.get(whole, query);
      return await (method === 'POST' ? graph.post(whole, body) : graph.remove(whole, {}, body));
    } catch (error) {
      const call = method === 'GET' ? 'read' : 'change';
      throw reportRefusal(error, failed, (failure) => refusalOf(failure, call));
    }
  };
