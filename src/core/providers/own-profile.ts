/** The account's own profile, and who may see it, on any platform. */

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
