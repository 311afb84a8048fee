/** Checks credentials with Meta before anything is stored, and subscribes to the webhooks of an account. */
import type {
  NumberCredentials,
  NumberFacts,
  Subscription,
} from '../../core/providers/credentials.ts';
import { failure, invalidFields, messageOf } from '../../core/shared/errors.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import { createGraph, type Graph, type GraphOptions } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { refusalOf } from './graph-refusal.ts';
import { belongsTo, readNumber } from './number-facts.ts';
import { stateByFacts } from './number-state.ts';

type Ids = Pick<NumberCredentials, 'phoneNumberId' | 'businessAccountId' | 'accessToken'>;

/** How Meta is reached without a session; a caller waits for each of these calls. */
export type AccountsDeps = Omit<GraphOptions, 'token' | 'allTriesMs'>;

export interface CloudAccounts {
  /**
   * Returns what Meta says of the number. Throws `invalid` with Meta's own words when the token does not open it, when
   * it is not one of the account's, or cannot be used; `rate_limited` and `upstream` when Meta cannot be asked.
   */
  check(ids: Ids, proxy?: GraphOptions['proxy']): Promise<NumberFacts>;
  /** Never rejects, since an account whose webhooks were set up by hand works without it. */
  subscribe(ids: Ids, proxy?: GraphOptions['proxy']): Promise<Subscription>;
}

const CHECK_MS = 12_000;

export function createCloudAccounts(deps: AccountsDeps): CloudAccounts {
  const graphOf = ({ accessToken }: Ids, proxy: GraphOptions['proxy']): Graph =>
    createGraph({
      ...deps,
      token: () => accessToken,
      allTriesMs: CHECK_MS,
      ...(proxy && { proxy }),
    });
  return {
    async check(ids, proxy) {
      try {
        return await checkedBy(graphOf(ids, proxy), ids);
      } catch (error) {
        if (!(error instanceof GraphFailure)) throw error;
        const refusal = refusalOf(error, 'check');
        // Advice about an instance does not apply before the instance exists.
        throw refusal.reason === 'invalid' || refusal.reason === 'conflict'
          ? failure('meta_refused', { text: error.message, advice: '' }, { cause: error })
          : refusal;
      }
    },
    async subscribe(ids, proxy) {
      try {
        await graphOf(ids, proxy).post(`/${ids.businessAccountId}/subscribed_apps`, {});
        return { webhookSubscribed: true };
      } catch (error) {
        return { webhookSubscribed: false, reason: `Meta: ${messageOf(error)}` };
      }
    },
  };
}

async function checkedBy(graph: Graph, { phoneNumberId, businessAccountId }: Ids) {
  const facts = await readNumber(graph, phoneNumberId);
  if (!(await belongsTo(graph, phoneNumberId, businessAccountId)))
    throw invalidFields([
      {
        field: 'phoneNumberId',
        ...problem('number_of_another_account', {
          number: phoneNumberId,
          account: businessAccountId,
        }),
      },
    ]);
  const state = stateByFacts(facts);
  if (state.kind !== 'good')
    throw failure('number_not_at_meta', { phoneNumberId, problem: state.reason });
  return facts;
}
