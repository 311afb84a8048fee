/** The operations on chats, and on the account in them. */

import { editLabel, handleLabel } from '../label/operations.ts';
import type { Operation } from '../operation.ts';
import { rejectCall } from './calls.ts';
import { markMessageAsPlayed, markMessageAsRead } from './confirm.ts';
import { getBase64FromMediaMessage } from './file.ts';
import { chatHistory } from './history.ts';
import { whatsappNumbers } from './numbers.ts';
import { archiveChat, markChatUnread, muteChat, pinChat } from './organize.ts';
import {
  fetchPrivacySettings,
  removeProfilePicture,
  updatePrivacySettings,
  updateProfileName,
  updateProfilePicture,
  updateProfileStatus,
} from './own-profile.ts';
import {
  fetchBlocklist,
  fetchBusinessProfile,
  fetchProfile,
  fetchProfilePictureUrl,
  mergeContacts,
  updateBlockStatus,
} from './people.ts';
import { getPollVote } from './poll-votes.ts';
import { presenceSubscribe, sendPresence, setPresence } from './presence.ts';

export const CHAT_OPERATIONS: readonly Operation[] = [
  markMessageAsRead,
  markMessageAsPlayed,
  sendPresence,
  setPresence,
  presenceSubscribe,
  archiveChat,
  markChatUnread,
  pinChat,
  muteChat,
  handleLabel,
  editLabel,
  whatsappNumbers,
  mergeContacts,
  fetchProfilePictureUrl,
  fetchProfile,
  fetchBusinessProfile,
  updateBlockStatus,
  fetchBlocklist,
  rejectCall,
  updateProfileName,
  updateProfileStatus,
  updatePrivacySettings,
  chatHistory,
  updateProfilePicture,
  removeProfilePicture,
  fetchPrivacySettings,
  getPollVote,
  getBase64FromMediaMessage,
];
