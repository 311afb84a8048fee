/** What an account does by itself, as whoever operates it wants it. */
export interface AccountSettings {
  /** Calls that come in are rejected. */
  readonly rejectCall: boolean;
  /** What those who call are written then; '': nothing. */
  readonly msgCall: string;
  /** Nobody gets events of groups. */
  readonly groupsIgnore: boolean;
  /** The account is shown as online as long as it is connected. */
  readonly alwaysOnline: boolean;
  /** Messages are confirmed as read once their events are on disk. */
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
