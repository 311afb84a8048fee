/** The operations of /message, and those of /chat that send. */
import type { Operation } from '../operation.ts';
import { deleteMessageForEveryone, updateMessage } from './change-sent.ts';
import { sendContact } from './contacts.ts';
import { explainMessage } from './explain.ts';
import { sendMedia, sendPtv, sendSticker, sendWhatsAppAudio } from './files.ts';
import { sendFlow } from './flow.ts';
import { forward } from './forward.ts';
import { sendButtons, sendCarousel, sendList } from './interactive.ts';
import { sendLocation } from './location.ts';
import { sendPoll } from './poll.ts';
import { sendPollVote } from './poll-vote.ts';
import { sendStatus } from './posting.ts';
import { sendReaction } from './reaction.ts';
import { SCHEDULED_OPERATIONS } from './scheduled.ts';
import { messageStatus } from './status.ts';
import { sendText } from './text.ts';

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
