/** The operator's settings for automatic actions of an account. */
export interface AccountSettings {
  /** Whether incoming calls are rejected. */
  readonly rejectCall: boolean;
  /** The message that callers get then, or ''. */
  readonly msgCall: string;
  /** Whether events of groups are suppressed. */
  readonly groupsIgnore: boolean;
  /** Whether the account is shown as online while it is connected. */
  readonly alwaysOnline: boolean;
  /** Whether messages are confirmed as read once their events are on disk. */
  readonly readMessages: boolean;
  /** The same for status updates. */
  readonly readStatus: boolean;
}

export const NO_SETTINGS: AccountSettings = {
  rejectCall: false,
  msgCall: '',
  groupsIgnore: false,
  alwaysOnline: false,
  readMessages: false,
  readStatus: false,
};
