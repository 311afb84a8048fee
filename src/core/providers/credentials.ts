/** Credentials by which a platform is reached where no phone is paired: their form, and who keeps them. */
import type { FirstRow } from '../db/client.ts';
import type { ProxyRoute } from '../outbound/proxy/local-proxy.ts';

/** The credentials of a number at Meta. Every text except the two ids is a secret. */
export interface NumberCredentials {
  /** Meta's ids, in digits. */
  readonly phoneNumberId: string;
  readonly businessAccountId: string;
  readonly accessToken: string;
  /** Null means META_APP_SECRET. */
  readonly appSecret: string | null;
  /** Null means META_VERIFY_TOKEN. */
  readonly verifyToken: string | null;
}

/** In Meta's own words; null where it does not say. */
export interface NumberFacts {
  /** As Meta shows it, such as `+44 7900 112233`. */
  readonly displayPhoneNumber: string;
  /** The name that people see as the sender, or '' before Meta has verified one. */
  readonly verifiedName: string;
  /** Only a number that is CONNECTED can send. */
  readonly status: string;
  /** GREEN, YELLOW, RED or UNKNOWN. */
  readonly qualityRating: string | null;
  /** The status of the name: APPROVED, DECLINED, …. */
  readonly nameStatus: string | null;
  /** STANDARD or HIGH: how many messages a second. */
  readonly throughput: string | null;
  /** TIER_250 … TIER_UNLIMITED: to how many people a day it may write first. Only webhooks tell it. */
  readonly messagingLimit: string | null;
}

export interface KnownNumber extends NumberCredentials {
  readonly instanceId: string;
  /** The facts about the number in Meta's last answer. */
  readonly facts: NumberFacts;
}

/** Whether Meta sends the account's webhooks to the app of the token. */
export type Subscription =
  | { readonly webhookSubscribed: true }
  | { readonly webhookSubscribed: false; readonly reason: string };

/** A number that the platform has shown, for the instance that is being created. */
export interface AdmittedNumber {
  /** In digits. */
  readonly number: string;
  readonly graphIds: { readonly phoneNumberId: string; readonly wabaId: string };
  readonly row: FirstRow;
}

/** The credentials to replace: at least one field. */
export type CredentialsChange = Partial<
  Pick<NumberCredentials, 'accessToken' | 'appSecret' | 'verifyToken'>
>;

export interface ReplacedCredentials {
  /** The names of the replaced fields. */
  readonly replaced: readonly string[];
  /** Null if the token was not replaced, so that no subscription was requested. */
  readonly subscription: Subscription | null;
}

type ProxyOf = () => Promise<ProxyRoute | null>;

/** Keeps in memory each number that is known. */
export interface KnownNumbers {
  /** Reads every row; throws when one was sealed with another key. */
  load(): Promise<void>;
  /** Reads an instance's number again, which another process may have changed. */
  refresh(instanceId: string): Promise<void>;
  byInstance(instanceId: string): KnownNumber | null;
  /** Call it after the instance was deleted; its row has gone with it. */
  remove(instanceId: string): void;
}

/** Keeps the credentials of a provider's instances, and asks the platform before they are stored or replaced. */
export interface CredentialKeeper {
  readonly numbers: KnownNumbers;
  /**
   * Checks the credentials of a new instance; nothing is stored. Throws `invalid` with Meta's own words when the token
   * does not open the number, when it is not one of the account's, or cannot be used; `rate_limited` and `upstream` when
   * Meta cannot be asked.
   */
  admit(
    instanceId: string,
    credentials: NumberCredentials,
    proxy?: ProxyOf,
  ): Promise<AdmittedNumber>;
  /** Never rejects, since an account whose webhooks were set up by hand works without it. */
  subscribe(credentials: NumberCredentials, proxy: ProxyOf): Promise<Subscription>;
  /**
   * Replaces credentials of an instance that has some. Throws as `admit` when the new token does not give access to the
   * number; nothing is changed then.
   */
  replace(
    instanceId: string,
    change: CredentialsChange,
    proxy: ProxyOf,
  ): Promise<ReplacedCredentials>;
}
