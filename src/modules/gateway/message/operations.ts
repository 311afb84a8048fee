/** The operations of /message, and those of /chat that send. */
import type { Operation } from '../operation.ts';
import { sendContact } from './contacts.ts';
import { explainMessage } from './explain.ts';
import { sendMedia, sendPtv, sendSticker, sendWhatsAppAudio } from './files.ts';
import { sendFlow } from './flow.ts';
import { sendButtons, sendCarousel, sendList } from './interactive.ts';
import { sendPoll, sendPollVote } from './poll.ts';
import { sendStatus } from './posting.ts';
import { SCHEDULED_OPERATIONS } from './scheduled-messages.ts';
import { messageStatus } from './status.ts';
import {
  deleteMessageForEveryone,
  forward,
  sendReaction,
  updateMessage,
} from './target-message.ts';
import { sendLocation, sendText } from './text.ts';

export const MESSAGE_OPERATIONS: readonly Operation[] = [
  sendText,
  sendLocation,
  sendContact,
  sendPoll,
  sendPollVote,
  sendReaction,
  forward,
  updateMessage,
  deleteMessageForEveryone,
  sendList,
  sendButtons,
  sendCarousel,
  sendFlow,
  sendMedia,
  sendWhatsAppAudio,
  sendPtv,
  sendSticker,
  sendStatus,
  messageStatus,
  ...SCHEDULED_OPERATIONS,
  explainMessage,
];
