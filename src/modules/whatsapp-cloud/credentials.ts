/** Keeps the credentials of instances: Meta checks them before they are stored or replaced. */
import type { CredentialKeeper } from '../../core/providers/credentials.ts';
import { invalid } from '../../core/shared/errors.ts';
import type { CloudAccounts } from './accounts.ts';
import { digitsOf } from './number-facts.ts';
import type { CloudNumbers } from './numbers.ts';

export const credentialKeeper = (
  numbers: CloudNumbers,
  accounts: CloudAccounts,
): CredentialKeeper => ({
  numbers,
  subscribe: accounts.subscribe,
  async admit(instanceId, credentials, proxy) {
    const facts = await accounts.check(credentials, proxy);
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
    const facts = await accounts.check(next, proxy);
    const { messagingLimit } = present.facts;
    await numbers.change(instanceId, { ...change, facts: { ...facts, messagingLimit } });
    return { replaced, subscription: await accounts.subscribe(next, proxy) };
  },
});
