/**
 * Passes the changes of webhooks of all numbers to their instances, if they are signed with the secret of the address.
 */

import { createHmac } from 'node:crypto';
import type { Fields } from '../../core/providers/foreign-values.ts';
import type { Provider } from '../../core/providers/provider.ts';
import { type Clock, yieldToEventLoop } from '../../core/shared/clock.ts';
import { isSameDigest, sha256 } from '../../core/shared/crypto.ts';
import { type AppError, failure } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import { countOnceAMinute } from '../../core/shared/once-a-minute.ts';
import { type Change, changesIn } from './webhook-changes.ts';

/** Which address is called: that of all numbers, or an instance's own; null when there is no such instance. */
export type CalledAddress = 'all' | { readonly instanceId: string | null };

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

interface WebhooksDeps<N extends KnownNumber> {
  readonly numbers: {
    byInstance(instanceId: string): N | null;
    /** Returns null when neither the instance nor the service has one. */
    appSecretOf(number: N): string | null;
    verifyTokenOf(number: N): string | null;
  };
  /** The secrets of the whole service, or null. */
  readonly appSecret: string | null;
  readonly verifyToken: string | null;
  readonly clock: Pick<Clock, 'steady'>;
  readonly log: Log;
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

export interface CloudWebhooks {
  /** Tells whether somebody who sets up the address knows its token. */
  isVerified(addressed: CalledAddress, token: string): boolean;
  /**
   * Throws `unauthenticated` when `signature` cannot be one, whatever the address is, and `not_found` where there is no
   * secret to check it with: then the body need not be read.
   */
  requireKnown(addressed: CalledAddress, signature: string | null): void;
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

/** Decides who may use the addresses: callers that sign with the secret of an address, or know its verify token. */
function createAccess<N extends KnownNumber>(deps: WebhooksDeps<N>) {
  const { numbers, log } = deps;
  const refused = countOnceAMinute(deps.clock);
  const numberAt = ({ instanceId }: Exclude<CalledAddress, 'all'>) =>
    instanceId === null ? null : numbers.byInstance(instanceId);
  const secretOf = (addressed: CalledAddress): string | null => {
    if (addressed === 'all') return deps.appSecret;
    const number = numberAt(addressed);
    return number && numbers.appSecretOf(number);
  };
  const tokenOf = (addressed: CalledAddress): string | null => {
    if (addressed === 'all') return deps.verifyToken;
    const number = numberAt(addressed);
    return number && numbers.verifyTokenOf(number);
  };
  // Callers are not told which of the three it is; the log says so.
  const refusal = (problem: string): AppError => {
    const times = refused();
    if (times > 0) log.warn('webhooks of Meta were refused', { times, problem });
    return failure('webhook_not_taken');
  };
  const requireSecret = (addressed: CalledAddress, signature: string | null) => {
    if (!isSignature(signature)) throw failure('webhook_unsigned');
    const secret = secretOf(addressed);
    if (secret === null) throw refusal(NO_SECRET);
    return { secret, signature };
  };
  return {
    isVerified(addressed: CalledAddress, token: string) {
      const known = tokenOf(addressed);
      return known !== null && isSameToken(token, known);
    },
    requireKnown: (addressed: CalledAddress, signature: string | null) =>
      void requireSecret(addressed, signature),
    /**
     * Returns the secret with which the body is signed. Throws as `requireKnown` does, and the same `not_found` for a
     * wrong signature, so that nobody learns from it which names exist.
     */
    requireSigned(addressed: CalledAddress, header: string | null, body: Uint8Array): string {
      const { secret, signature } = requireSecret(addressed, header);
      if (!isSignedBy(secret, signature, body)) throw refusal(WRONG_SIGNATURE);
      return secret;
    },
  };
}

const NO_SECRET =
  'no app secret is known for this address: set META_APP_SECRET, or give the instance its own appSecret and use the address with its name';
const WRONG_SIGNATURE =
  'X-Hub-Signature-256 is not the signature of this body with the app secret of this address';

const SIGNATURE = /^sha256=([0-9a-f]{64})$/;

/** Tells whether a header has the form of a signature, so that it is worth comparing. */
const isSignature = (header: string | null): header is string =>
  header !== null && SIGNATURE.test(header);

/**
 * Compares in constant time. `body` must be the bytes as they came, since writing the JSON again may change escapes.
 */
function isSignedBy(secret: string, header: string, body: Uint8Array): boolean {
  const [, signature = ''] = SIGNATURE.exec(header) ?? [];
  const digest = createHmac('sha256', secret).update(body).digest('hex');
  return isSameDigest(signature, digest);
}

/** Compares in constant time, whatever the lengths are. */
const isSameToken = (candidate: string, token: string): boolean =>
  isSameDigest(sha256(candidate), sha256(token));
