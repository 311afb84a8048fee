/** Tells facts about a chat by its JID. Pure. */
import type { AccountSettings } from './account-settings.ts';

export const STATUS_JID = 'status@broadcast';

/** WhatsApp counts its status broadcast among the groups. */
export const isGroup = (jid: string): boolean => jid.endsWith('@g.us') || jid === STATUS_JID;

/** Chats that the operator does not want events of. */
export interface IgnoredChats {
  /** Messages of groups, and of the status broadcast, are taken and give no event. */
  readonly ignoreGroups: boolean;
  readonly ignoreStatus: boolean;
}

/** Whether messages of the chat give no event, at any instance or at the one with these settings. */
export const isIgnored = (
  { ignoreGroups, ignoreStatus }: IgnoredChats,
  { groupsIgnore }: Pick<AccountSettings, 'groupsIgnore'>,
  chat: string,
): boolean =>
  chat === STATUS_JID ? ignoreStatus : chat.endsWith('@g.us') && (ignoreGroups || groupsIgnore);
