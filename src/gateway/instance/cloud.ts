/** Instances of WhatsApp's official API: checked with Meta before they are stored, and their credentials replaced. */
import { readFields } from '../../http/read-fields.ts';
import type { ProxyRoute } from '../../outbound/proxy/local-proxy.ts';
import type { CloudAccounts, Subscription } from '../../providers/whatsapp-cloud/accounts.ts';
import { digitsOf } from '../../providers/whatsapp-cloud/number-facts.ts';
import type { CloudCredentials, CloudNumbers } from '../../providers/whatsapp-cloud/numbers.ts';
import { invalid } from '../../shared/errors.ts';
import { NewCredentials } from './cloud-fields.ts';
import type { FirstRow } from './first-row.ts';

export interface CloudInstances {
  readonly numbers: CloudNumbers;
  readonly accounts: CloudAccounts;
}

/** What an instance that is being created has at Meta. */
export interface NewCloudNumber {
  /** Digits. */
  readonly number: string;
  readonly row: FirstRow;
}

/** Throws what `CloudAccounts.check` throws, and `conflict` when another instance has the number; nothing is stored then. */
export async function newCloudNumber(
  { numbers, accounts }: CloudInstances,
  instanceId: string,
  {
    credentials,
    proxy,
  }: {
    readonly credentials: CloudCredentials;
    readonly proxy?: () => Promise<ProxyRoute | null>;
  },
): Promise<NewCloudNumber> {
  numbers.requireFree(credentials.phoneNumberId);
  const facts = await accounts.check(credentials, proxy);
  return {
    number: digitsOf(facts),
    row: numbers.firstRow({ instanceId, ...credentials, facts }),
  };
}

export interface ReplacedCredentials {
  /** Names of the fields that were replaced. */
  readonly replaced: readonly string[];
  /** Null: the token stayed, so nothing was asked for. */
  readonly subscription: Subscription | null;
}

/**
 * `body` is as the caller sent it. `invalid` naming every wrong field, or with Meta's words when a new token does not
 * open the number; nothing is changed then.
 */
export async function replaceCredentials(
  { numbers, accounts }: CloudInstances,
  instanceId: string,
  { body, proxy }: { readonly body: unknown; readonly proxy: () => Promise<ProxyRoute | null> },
): Promise<ReplacedCredentials> {
  const present = numbers.byInstance(instanceId);
  if (present === null) throw invalid('only instances of whatsapp-cloud have credentials');
  const { fields, problems } = readFields(NewCredentials, body);
  if (problems.length > 0) throw invalid(problems.join('; '));
  const replaced = Object.keys(fields);
  if (replaced.length === 0)
    throw invalid('the body must have accessToken, appSecret or verifyToken');
  if (fields.accessToken === undefined) {
    await numbers.change(instanceId, fields);
    return { replaced, subscription: null };
  }
  const next = { ...present, ...fields };
  const facts = await accounts.check(next, proxy);
  const { messagingLimit } = present.facts;
  await numbers.change(instanceId, { ...fields, facts: { ...facts, messagingLimit } });
  return { replaced, subscription: await accounts.subscribe(next, proxy) };
}
