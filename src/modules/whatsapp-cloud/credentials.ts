/** Keeps the credentials of instances: Meta checks them before they are stored or replaced. */
import type {
  CredentialKeeper,
  NumberCredentials,
  NumberFacts,
} from '../../core/providers/credentials.ts';
import { failure, invalid, invalidFields, messageOf } from '../../core/shared/errors.ts';
import { problem } from '../../core/shared/reasons/problems.ts';
import { createGraph, type Graph, type GraphOptions } from './graph.ts';
import { GraphFailure } from './graph-failure.ts';
import { refusalOf } from './graph-refusal.ts';
import { belongsTo, digitsOf, readNumber, stateByFacts } from './number-state.ts';
import type { CloudNumbers } from './numbers.ts';

/** How Meta is reached without a session; a caller waits for each of these calls. */
type CallOptions = Omit<GraphOptions, 'token' | 'allTriesMs'>;

type Ids = Pick<NumberCredentials, 'phoneNumberId' | 'businessAccountId' | 'accessToken'>;

const CHECK_MS = 12_000;

export function credentialKeeper(numbers: CloudNumbers, options: CallOptions): CredentialKeeper {
  const graphOf = ({ accessToken }: Ids, proxy: GraphOptions['proxy']): Graph =>
    createGraph({
      ...options,
      token: () => accessToken,
      allTriesMs: CHECK_MS,
      ...(proxy && { proxy }),
    });
  const check = (ids: Ids, proxy: GraphOptions['proxy']) => checkedBy(graphOf(ids, proxy), ids);
  const subscribe: CredentialKeeper['subscribe'] = async (ids, proxy) => {
    try {
      await graphOf(ids, proxy).post(`/${ids.businessAccountId}/subscribed_apps`, {});
      return { webhookSubscribed: true };
    } catch (error) {
      return { webhookSubscribed: false, reason: `Meta: ${messageOf(error)}` };
    }
  };
  return {
    numbers,
    subscribe,
    async admit(instanceId, credentials, proxy) {
      const facts = await check(credentials, proxy);
      const { phoneNumberId, businessAccountId: wabaId } = credentials;
      return {
        number: digitsOf(facts),
        graphIds: { phoneNumberId, wabaId },
        row: numbers.firstRow({ instanceId, ...credentials, facts }),
      };
    },
    async replace(instanceId, change, proxy) {
      const present = numbers.byInstance(instanceId);
      if (present === null) throw invalid('only instances of whatsapp-cloud have credentials');
      const replaced = Object.keys(change);
      if (change.accessToken === undefined) {
        await numbers.change(instanceId, change);
        return { replaced, subscription: null };
      }
      const next = { ...present, ...change };
      const facts = await check(next, proxy);
      const { messagingLimit } = present.facts;
      await numbers.change(instanceId, { ...change, facts: { ...facts, messagingLimit } });
      return { replaced, subscription: await subscribe(next, proxy) };
    },
  };
}

/** Returns what Meta says of the number. Throws as `CredentialKeeper.admit` does. */
async function checkedBy(graph: Graph, ids: Ids): Promise<NumberFacts> {
  try {
    return await usableNumber(graph, ids);
  } catch (error) {
    if (!(error instanceof GraphFailure)) throw error;
    const refusal = refusalOf(error, 'check');
    // Advice about an instance does not apply before the instance exists.
    throw refusal.reason === 'invalid' || refusal.reason === 'conflict'
      ? failure('meta_refused', { text: error.message, advice: '' }, { cause: error })
      : refusal;
  }
}

async function usableNumber(graph: Graph, { phoneNumberId, businessAccountId }: Ids) {
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
