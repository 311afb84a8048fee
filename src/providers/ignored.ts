/** Which chats are ignored by the operator's settings. Pure. */
export interface IgnoredChats {
  /** Messages of groups, and of the status broadcast, are taken and give no event. */
  readonly ignoreGroups: boolean;
  readonly ignoreStatus: boolean;
}

export const STATUS_JID = 'status@broadcast';

export const isIgnored = ({ ignoreGroups, ignoreStatus }: IgnoredChats, chat: string): boolean =>
  chat === STATUS_JID ? ignoreStatus : ignoreGroups && chat.endsWith('@g.us');
