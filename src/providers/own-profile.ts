/** What others see of an account itself, and who may see it, whatever its platform. */

/** The values that each setting takes, by its name on the wire. */
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

/** As the platform says it, which may be more than can be set; null: it does not say. */
export type Privacy = Readonly<Record<PrivacySetting, string | null>>;
export type PrivacyChange = {
  readonly [S in PrivacySetting]?: (typeof PRIVACY_VALUES)[S][number];
};

/** Throws what `ChatActions` throws. */
export interface OwnProfile {
  /**
   * The name that people see who have not saved the number. `conflict`, too, while the phone of the account has not
   * given out what this needs.
   */
  rename(name: string): Promise<void>;
  /** What the account says about itself. */
  describe(about: string): Promise<void>;
  /** A JPEG of 640 by 640 pixels; null: none any more. */
  setPicture(jpeg: Uint8Array | null): Promise<void>;
  privacy(): Promise<Privacy>;
  /** What is absent stays. One setting after the other: those before one that is refused are set. Gives them all. */
  setPrivacy(change: PrivacyChange): Promise<Privacy>;
}
