/** Instances of WhatsApp's official API: Meta checks their credentials before they are stored or replaced. */

import type { CloudAccounts, Subscription } from '../../modules/whatsapp-cloud/accounts.ts';
import { digitsOf } from '../../modules/whatsapp-cloud/number-facts.ts';
import type { CloudCredentials, CloudNumbers } from '../../modules/whatsapp-cloud/numbers.ts';
import type { FirstRow } from '../db/first-row.ts';
import type { ProxyRoute } from '../outbound/proxy/local-proxy.ts';
import { failure, invalid } from '../shared/errors.ts';
import type { InstanceDirectory } from './directory.ts';
import type { GraphIds } from './graph-ids.ts';

export interface CloudInstances {
  readonly numbers: CloudNumbers;
  readonly accounts: CloudAccounts;
}

/** The credentials of an instance that is being created. */
export interface NewCloudNumber {
  /** In digits. */
  readonly number: string;
  readonly graphIds: GraphIds;
  readonly row: FirstRow;
}

/** Throws `conflict` when another instance has the number. */
export function requireFree(
  directory: Pick<InstanceDirectory, 'byPhoneNumberId'>,
  { phoneNumberId }: Pick<CloudCredentials, 'phoneNumberId'>,
): void {
  if (directory.byPhoneNumberId(phoneNumberId))
    throw failure('phone_number_id_taken', { phoneNumberId });
}

/** Checks the credentials of a new instance. Throws as `CloudAccounts.check`; nothing is stored then. */
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
  const facts = await accounts.check(credentials, proxy);
  const { phoneNumberId, businessAccountId: wabaId } = credentials;
  return {
    number: digitsOf(facts),
    graphIds: { phoneNumberId, wabaId },
    row: numbers.firstRow({ instanceId, ...credentials, facts }),
  };
}

export interface ReplacedCredentials {
  /** The names of the replaced fields. */
  readonly replaced: readonly string[];
  /** Null if the token was not replaced, so that no subscription was requested. */
  readonly subscription: Subscription | null;
}

/** The credentials to replace: at least one field. */
export type CredentialsChange = Partial<
  Pick<CloudCredentials, 'accessToken' | 'appSecret' | 'verifyToken'>
>;

/**
 * Replaces credentials. Throws `invalid` with Meta's words when the new token does not give access to the number;
 * nothing is changed then.
 */
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
