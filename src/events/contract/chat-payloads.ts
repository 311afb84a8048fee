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
  Contact: ContactData;
}
/** What is known of a person; null where it is not. Groups and channels have a JID and a name. */
export interface ContactData {
  jid: string;
  number: string | null;
  lid: string | null;
  name: string | null;
}
/** A contact calls itself otherwise, or has another picture. */
export interface ContactUpdateData {
  Contact: ContactData;
  /** The new name; null: it has not changed. */
  Name: string | null;
  /** Null: it has not changed. */
  Picture: 'changed' | 'removed' | null;
}
/** A chat stands otherwise among the others on the account's devices; null: that has not changed. */
export interface ChatUpdateData {
  Chat: string;
  Archived: boolean | null;
  Pinned: boolean | null;
  /** `Until` null: for ever, or no longer. */
  Muted: { IsMuted: boolean; Until: string | null } | null;
  /** Whether it is marked as unread, whatever has been read. */
  Unread: boolean | null;
  /** The account has deleted it on a device. */
  Deleted: boolean;
}

/** By event type. */
/** A template of the account stands otherwise than before; null: nothing is said of it. */
export interface TemplateUpdateData {
  /** '': not known exactly. */
  ID: string;
  Name: string;
  Language: string;
  /** APPROVED, REJECTED, PAUSED, DELETED … */
  Status: string | null;
  Category: string | null;
  /** GREEN, YELLOW or RED. */
  Quality: string | null;
  /** Why, in the platform's words. */
  Reason: string | null;
}

export interface ChatPayloads {
  Presence: PresenceData;
  ChatPresence: ChatPresenceData;
  Label: LabelData;
  LabelAssociation: LabelAssociationData;
  ContactMerged: ContactMergedData;
  ChatUpdate: ChatUpdateData;
  ContactUpdate: ContactUpdateData;
  TemplateUpdate: TemplateUpdateData;
}
