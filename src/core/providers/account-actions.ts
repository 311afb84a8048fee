/** The actions of an account on incoming calls, in channels and on its own profile, on any platform. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import { withoutDevice } from '../events/types/event-type.ts';
import type { NewsletterJoinData } from '../events/types/newsletters.ts';
import { failure } from '../shared/errors.ts';
import { LimitedMap } from '../shared/limited-map.ts';

/** Throws what `ChatActions` throws. */
export interface CallActions {
  /**
   * Ends a ringing call. `from` is the caller (digits or a JID); absent, it may be anybody. Throws `not_found` for a
   * call that did not come in recently, has ended, or came from somebody else.
   */
  reject(callId: string, from?: string): Promise<void>;
}

interface RingingCall {
  /** The caller, as receivers of events know them. */
  readonly from: string;
  /** The caller, as the platform addressed them. */
  readonly address: string;
}

/** Far more than ring at the same time; the oldest call is removed. */
const CALLS_MAX = 100;

/**
 * The calls of one account that have begun and not ended. They are kept only in memory, since a call rings for a
 * minute.
 */
export class RingingCalls {
  readonly #calls = new LimitedMap<string, RingingCall>(CALLS_MAX);

  /** Call it with every event. `address` is the caller's as it came; absent, it is the one of the event. */
  follow(event: CatalogEvent, address?: string): void {
    if (event.type === 'CallOffer') {
      const { CallID, CallCreator } = event.data;
      this.#calls.set(CallID, { from: CallCreator, address: address || CallCreator });
    } else if (event.type === 'CallTerminate') this.end(event.data.CallID);
  }

  /** Throws `not_found` as `reject` does. */
  find(callId: string, from?: string): RingingCall {
    const call = this.#calls.get(callId);
    if (call === undefined || (from !== undefined && !isBy(from, call)))
      throw failure('call_not_found', { id: callId });
    return call;
  }

  end(callId: string): void {
    this.#calls.delete(callId);
  }
}

/** `somebody` is digits or a JID, perhaps of one of their devices. */
const isBy = (somebody: string, { from, address }: RingingCall): boolean =>
  [from, address].some((jid) => {
    const bare = withoutDevice(jid);
    return somebody.includes('@')
      ? withoutDevice(somebody) === bare
      : bare.startsWith(`${somebody}@`);
  });

/** As its NewsletterJoin event describes it; `viewer_metadata.role` is GUEST where the account does not follow it. */
export type Newsletter = NewsletterJoinData;

/** The role of an account that does not follow a channel. */
export const GUEST = 'GUEST';

/**
 * Every call throws `not_found` for a channel that does not exist, `forbidden` and `conflict` when the platform
 * refuses, `conflict` when the connection is lost, `rate_limited` when the platform asks to wait, and `unavailable`
 * when it gives no readable answer.
 */
export interface NewsletterActions {
  /** Returns the channels that the account follows. */
  all(): Promise<readonly Newsletter[]>;
  /** `jid` is that of a channel, followed or not. */
  find(jid: string): Promise<Newsletter>;
  /** `code` is at the end of a channel's link. */
  findByInvite(code: string): Promise<Newsletter>;
  /** Publishes NewsletterJoin, unless the account follows the channel already. */
  follow(jid: string): Promise<void>;
  unfollow(jid: string): Promise<void>;
}

/** The values that each setting takes, by its name in the protocol. */
export const PRIVACY_VALUES = {
  /** Whether senders get read receipts. */
  readreceipts: ['all', 'none'],
  /** Who sees the picture, the text about the account, and when it was last online. */
  profile: ['all', 'contacts', 'contact_blacklist', 'none'],
  status: ['all', 'contacts', 'contact_blacklist', 'none'],
  last: ['all', 'contacts', 'contact_blacklist', 'none'],
  online: ['all', 'match_last_seen'],
  /** Who may add the account to groups. */
  groupadd: ['all', 'contacts', 'contact_blacklist'],
} as const;

export type PrivacySetting = keyof typeof PRIVACY_VALUES;
export const PRIVACY_SETTINGS = Object.keys(PRIVACY_VALUES) as PrivacySetting[];

/** As the platform gives it, which may be more values than can be set; null when it does not say. */
export type Privacy = Readonly<Record<PrivacySetting, string | null>>;
export type PrivacyChange = {
  readonly [S in PrivacySetting]?: (typeof PRIVACY_VALUES)[S][number];
};

/** The text of an account about itself. */
export interface AboutText {
  /** Empty: nothing. */
  readonly text: string;
  /** One emoji beside the text, or ''. */
  readonly emoji: string;
  /** For how many seconds others see it; 0: until it is changed. */
  readonly seconds: number;
}

/** Throws what `ChatActions` throws. */
export interface OwnProfile {
  /**
   * Sets the name that people see who have not saved the number. Throws `conflict` also while the account's phone has
   * not given out the keys for this.
   */
  rename(name: string): Promise<void>;
  /** Sets what the account says about itself. Throws `conflict` also when the platform refuses the text. */
  describe(about: AboutText): Promise<void>;
  /** A JPEG of 640 by 640 pixels, or null to remove the picture. */
  setPicture(jpeg: Uint8Array | null): Promise<void>;
  privacy(): Promise<Privacy>;
  /** Sets the given settings one after another: those before a refused one are set. Returns all settings. */
  setPrivacy(change: PrivacyChange): Promise<Privacy>;
}
