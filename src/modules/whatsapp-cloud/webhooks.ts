/** Passes the changes of webhooks of all numbers to their instances. */

import type { Fields } from '../../core/providers/foreign-values.ts';
import type { Provider } from '../../core/providers/provider.ts';
import { yieldToEventLoop } from '../../core/shared/clock.ts';
import { countOnceAMinute } from '../../core/shared/once-a-minute.ts';
import {
  type AccessDeps,
  type CalledAddress,
  createAccess,
  type WebhookAccess,
} from './webhook-access.ts';
import { type Change, changesIn } from './webhook-changes.ts';

export type { CalledAddress } from './webhook-access.ts';

/** A number, as webhooks are compared with it. */
interface KnownNumber {
  readonly instanceId: string;
}

/** Finds instances by their ids at Meta; it may find some of other providers. */
interface InstancesAtMeta {
  byPhoneNumberId(phoneNumberId: string): { readonly id: string } | null;
  /** Several numbers may belong to one account. */
  byWabaId(accountId: string): readonly { readonly id: string }[];
}

/** Receives the changes of an instance. */
export interface ChangeReceiver {
  /** Resolves once what they bring is on disk. */
  received(changes: readonly Change[]): Promise<void>;
}

interface WebhooksDeps<N extends KnownNumber> extends AccessDeps<N> {
  readonly directory: InstancesAtMeta;
  /** Returns null when the instance is gone. */
  readonly receiverOf: (instanceId: string) => ChangeReceiver | null;
}

/** The provider, which takes the webhooks of Meta too. No other one has its name. */
export interface ProviderAtMeta extends Provider {
  /** Returns one and the same from the first call on. */
  webhooks(instances: Pick<WebhooksDeps<KnownNumber>, 'directory' | 'receiverOf'>): CloudWebhooks;
}

/** How changes reach instances that other nodes have. */
export interface Sharing {
  /** True when another node has passed it on for the instance of the address: that node handles the rest. */
  readonly isForOne: boolean;
  /** Resolves when every number is known that any node has. */
  catchUp(): Promise<void>;
  /** Resolves with whether another node, which has the instance, has taken it. */
  passOn(instanceId: string): Promise<boolean>;
}

const ALONE: Sharing = {
  isForOne: false,
  async catchUp() {},
  passOn: async () => false,
};

export interface CloudWebhooks extends WebhookAccess {
  /**
   * Resolves once everything in `body` is on disk; changes of unknown numbers are ignored. Rejects as `requireKnown`
   * throws, and with the same `not_found` when it is not signed with the secret of the address: then nothing of it was
   * read. `parse` reads its JSON, and is called once the signature was checked.
   */
  take(
    addressed: CalledAddress,
    signature: string | null,
    body: Uint8Array,
    parse: (body: Uint8Array) => Fields,
    sharing?: Sharing,
  ): Promise<void>;
}

export function createCloudWebhooks<N extends KnownNumber>(deps: WebhooksDeps<N>): CloudWebhooks {
  const { numbers, directory, log } = deps;
  const { requireSigned, ...access } = createAccess(deps);
  const unknown = countOnceAMinute(deps.clock);
  /** Somebody who knows the secret of one app must not speak for the numbers of another. */
  const isOfSecret = (secret: string) => (number: N) => numbers.appSecretOf(number) === secret;
  const concerned = ({ phoneNumberId, accountId }: Change): readonly N[] => {
    const instances =
      phoneNumberId === null
        ? directory.byWabaId(accountId)
        : [directory.byPhoneNumberId(phoneNumberId)];
    return instances.flatMap((one) => (one && numbers.byInstance(one.id)) ?? []);
  };
  const noteUnknown = ({ phoneNumberId, accountId, field }: Change): void => {
    const times = unknown();
    if (times > 0) log.warn(NOBODYS, { times, phoneNumberId, accountId, field });
  };
  return {
    ...access,
    async take(addressed, signature, body, parse, sharing = ALONE) {
      const secret = requireSigned(addressed, signature, body);
      const changes = changesIn(parse(body));
      const found = (change: Change) => concerned(change).filter(isOfSecret(secret));
      if (changes.some((change) => found(change).length === 0)) await sharing.catchUp();
      const isMeant = ({ instanceId }: N) =>
        !sharing.isForOne || (addressed !== 'all' && addressed.instanceId === instanceId);
      const changesOf = new Map<string, Change[]>();
      for (const [at, change] of changes.entries()) {
        if (at % CHANGES_AT_ONCE === CHANGES_AT_ONCE - 1) await yieldToEventLoop();
        const all = found(change);
        if (all.length === 0) noteUnknown(change);
        for (const { instanceId } of all.filter(isMeant))
          changesOf.getOrInsertComputed(instanceId, () => []).push(change);
      }
      await allTaken(deps, changesOf, sharing);
    },
  };
}

/** How many changes are handled before other work gets a turn. */
export const CHANGES_AT_ONCE = 100;

const NOBODYS = 'webhooks came for numbers or accounts that no instance has';

/** A failure of one instance must not keep changes from others. Rejects with the first failure. */
async function allTaken(
  { receiverOf }: Pick<WebhooksDeps<KnownNumber>, 'receiverOf'>,
  changesOf: ReadonlyMap<string, readonly Change[]>,
  { passOn }: Sharing,
): Promise<void> {
  const taken = await Promise.allSettled(
    [...changesOf].map(async ([id, changes]) => {
      if (!(await passOn(id))) await receiverOf(id)?.received(changes);
    }),
  );
  for (const one of taken) if (one.status === 'rejected') throw one.reason;
}
