/** Webhooks of all numbers: who may send them, and to which instances each of their changes goes. */
import type { Clock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import { countOnceAMinute } from '../../shared/once-a-minute.ts';
import type { Fields } from '../foreign-values.ts';
import { type Change, changesIn } from './webhook-changes.ts';
import { isSameToken, isSignature, isSignedBy } from './webhook-signature.ts';

/** A number as webhooks are compared with it. */
interface KnownNumber {
  readonly instanceId: string;
}

interface Numbers<N extends KnownNumber> {
  byInstance(instanceId: string): N | null;
  byPhoneNumberId(phoneNumberId: string): N | null;
  /** Several numbers may belong to one account. */
  byAccount(accountId: string): readonly N[];
  /** Null: neither the instance nor the service has one. */
  appSecretOf(number: N): string | null;
  verifyTokenOf(number: N): string | null;
}

/** Where changes of an instance go. */
export interface ChangeReceiver {
  /** Resolves once what they bring is on disk. */
  received(changes: readonly Change[]): Promise<void>;
}

interface WebhooksDeps<N extends KnownNumber> {
  readonly numbers: Numbers<N>;
  /** Those of the whole service; null: it has none. */
  readonly appSecret: string | null;
  readonly verifyToken: string | null;
  /** Null: the instance is gone. */
  readonly receiverOf: (instanceId: string) => ChangeReceiver | null;
  readonly clock: Pick<Clock, 'steady'>;
  readonly log: Log;
}

/** Which address is called: that of all numbers, or the own one of an instance; null: of none that there is. */
export type Addressed = 'all' | { readonly instanceId: string | null };

/** What becomes of changes of instances that other nodes have. */
export interface Sharing {
  /** Another node has passed it on for the instance of the address: what is of others is left to it. */
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
  /** Whether somebody who sets up the address knows its token. */
  isVerified(addressed: Addressed, token: string): boolean;
  /**
   * Resolves once everything that `body` brings is on disk; what nobody here knows is left out. `unauthenticated`
   * when it is not signed with the secret of the address: then nothing of it was read. `parse` reads its JSON.
   */
  take(
    addressed: Addressed,
    signature: string | null,
    body: Uint8Array,
    parse: (body: Uint8Array) => Fields,
    sharing?: Sharing,
  ): Promise<void>;
}

export function createCloudWebhooks<N extends KnownNumber>(deps: WebhooksDeps<N>): CloudWebhooks {
  const { numbers, log } = deps;
  const numberAt = ({ instanceId }: Exclude<Addressed, 'all'>) =>
    instanceId === null ? null : numbers.byInstance(instanceId);
  const unknown = countOnceAMinute(deps.clock);
  const refused = countOnceAMinute(deps.clock);

  const secretOf = (addressed: Addressed): string | null => {
    if (addressed === 'all') return deps.appSecret;
    const number = numberAt(addressed);
    return number && numbers.appSecretOf(number);
  };
  const requireSigned = (addressed: Addressed, signature: string | null, body: Uint8Array) => {
    const secret = secretOf(addressed);
    if (secret !== null && isSignature(signature) && isSignedBy(secret, signature, body))
      return secret;
    const times = refused();
    const problem = secret === null ? NO_SECRET : WRONG_SIGNATURE;
    if (times > 0) log.warn('webhooks of Meta were refused', { times, problem });
    throw new AppError('unauthenticated', problem);
  };
  /** Whoever knows the secret of one app must not speak for the numbers of another. */
  const isOfSecret = (secret: string) => (number: N) => numbers.appSecretOf(number) === secret;
  const concerned = ({ phoneNumberId, accountId }: Change): readonly N[] => {
    if (phoneNumberId === null) return numbers.byAccount(accountId);
    const number = numbers.byPhoneNumberId(phoneNumberId);
    return number === null ? [] : [number];
  };
  const noteUnknown = ({ phoneNumberId, accountId, field }: Change): void => {
    const times = unknown();
    if (times > 0) log.warn(NOBODYS, { times, phoneNumberId, accountId, field });
  };
  return {
    isVerified(addressed, token) {
      const number = addressed === 'all' ? null : numberAt(addressed);
      const own = number && numbers.verifyTokenOf(number);
      const known = addressed === 'all' ? deps.verifyToken : own;
      return known !== null && isSameToken(token, known);
    },
    async take(addressed, signature, body, parse, sharing = ALONE) {
      const secret = requireSigned(addressed, signature, body);
      const changes = changesIn(parse(body));
      const found = (change: Change) => concerned(change).filter(isOfSecret(secret));
      if (changes.some((change) => found(change).length === 0)) await sharing.catchUp();
      const isMeant = ({ instanceId }: N) =>
        !sharing.isForOne || (addressed !== 'all' && addressed.instanceId === instanceId);
      const changesOf = new Map<string, Change[]>();
      for (const change of changes) {
        const all = found(change);
        if (all.length === 0) noteUnknown(change);
        for (const { instanceId } of all.filter(isMeant))
          changesOf.getOrInsertComputed(instanceId, () => []).push(change);
      }
      await allTaken(deps, changesOf, sharing);
    },
  };
}

const NOBODYS = 'webhooks came for numbers or accounts that no instance has';
const NO_SECRET =
  'no app secret is known for this address: set META_APP_SECRET, or give the instance its own appSecret and use the address with its name';
const WRONG_SIGNATURE =
  'X-Hub-Signature-256 is not the signature of this body with the app secret of this address';

/** What one instance cannot take must not keep others from theirs. Rejects with the first failure. */
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
