/** What is known of a chat by its JID. Pure. */
export const STATUS_JID = 'status@broadcast';

/** WhatsApp counts its status broadcast among the groups. */
export const isGroup = (jid: string): boolean => jid.endsWith('@g.us') || jid === STATUS_JID;

/** Chats that the operator does not want events of. */
export interface IgnoredChats {
  /** Messages of groups, and of the status broadcast, are taken and give no event. */
  readonly ignoreGroups: boolean;
  readonly ignoreStatus: boolean;
}

export const isIgnored = ({ ignoreGroups, ignoreStatus }: IgnoredChats, chat: string): boolean =>
  chat === STATUS_JID ? ignoreStatus : ignoreGroups && chat.endsWith('@g.us');
