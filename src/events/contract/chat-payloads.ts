/** Payloads of what is seen of chats beside messages: who is there and who they are, and how they are labelled. */

/** All that is known of who wrote a message to a business; each as the platform gives it, absent where it does not. */
export interface SenderIds {
  /** Digits. */
  number?: string;
  /** The id that the person has for this business alone, such as `BR.13491208655302741918`. */
  bsuid?: string;
  /** The same for the business that this one belongs to. */
  parentBsuid?: string;
  /** A name that its owner may change at any time. */
  username?: string;
}

/** Whether a person whose chat is watched is online. */
export interface PresenceData {
  From: string;
  /** True: no longer online. */
  Unavailable: boolean;
  /** When the person was last online; null while they are, and where they do not show it. */
  LastSeen: string | null;
}
/** A person writes or records in a chat that is watched, or has stopped. */
export interface ChatPresenceData {
  Chat: string;
  Sender: string;
  SenderAlt: string;
  IsFromMe: boolean;
  IsGroup: boolean;
  State: 'composing' | 'paused';
  /** `audio`: the person records a voice note. */
  Media: '' | 'audio';
  Timestamp: string;
}
/** A label of the account is new, has changed or is gone. */
export interface LabelData {
  ID: string;
  Name: string;
  /** The place of the colour in WhatsApp's list. */
  Color: number;
  /** Of a label that every account has; null: the account made it. */
  PredefinedID: string | null;
  Deleted: boolean;
}
/** A chat, or a message in it, got a label or has it no longer. */
export interface LabelAssociationData {
  LabelID: string;
  Chat: string;
  /** '': the whole chat. */
  MessageID: string;
  Labeled: boolean;
}
/** Two contacts were the same person: what was stored under one address now is under the other. */
export interface ContactMergedData {
  /** The address that stays. */
  Kept: string;
  /** The address under which nothing is stored any more. */
  Merged: string;
  /** What is known of the person; null where it is not. */
  Contact: { jid: string; number: string | null; lid: string | null; name: string | null };
}
