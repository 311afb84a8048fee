/** Instances of WhatsApp's official API: checked with Meta before they are stored, and their credentials replaced. */

import type { FirstRow } from '../db/first-row.ts';
import type { ProxyRoute } from '../outbound/proxy/local-proxy.ts';
import type { CloudAccounts, Subscription } from '../providers/whatsapp-cloud/accounts.ts';
import { digitsOf } from '../providers/whatsapp-cloud/number-facts.ts';
import type { CloudCredentials, CloudNumbers } from '../providers/whatsapp-cloud/numbers.ts';
import { invalid } from '../shared/errors.ts';

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

/** What of a number's credentials is replaced: at least one field. */
export type CredentialsChange = Partial<
  Pick<CloudCredentials, 'accessToken' | 'appSecret' | 'verifyToken'>
>;

/** `invalid` with Meta's words when a new token does not open the number; nothing is changed then. */
export async function replaceCredentials(
  { numbers, accounts }: CloudInstances,
  instanceId: string,
  {
    change,
    proxy,
  }: {
    readonly change: CredentialsChange;
    readonly proxy: () => Promise<ProxyRoute | null>;
  },
): Promise<ReplacedCredentials> {
  const present = numbers.byInstance(instanceId);
  if (present === null) throw invalid('only instances of whatsapp-cloud have credentials');
  const replaced = Object.keys(change);
  if (change.accessToken === undefined) {
    await numbers.change(instanceId, change);
    return { replaced, subscription: null };
  }
  const next = { ...present, ...change };
  const facts = await accounts.check(next, proxy);
  const { messagingLimit } = present.facts;
  await numbers.change(instanceId, { ...change, facts: { ...facts, messagingLimit } });
  return { replaced, subscription: await accounts.subscribe(next, proxy) };
}
