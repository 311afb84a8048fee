/** The steps of the outside world that the sandbox takes by one request each and answers with a sentence alone. */
import type { Static } from '@sinclair/typebox';
import { invalid } from '../../../shared/errors.ts';
import { INSTANT_PROBLEM, readInstant } from '../../../shared/instant.ts';
import { CHAT_STEPS } from './chat-steps.ts';
import { type Step, stepOf } from './common-routes.ts';
import {
  AckOrder,
  ArrivingCall,
  ArrivingGroup,
  ArrivingLabel,
  ArrivingNewsletter,
  ArrivingPresence,
  ArrivingReceipt,
  PlatformLimits,
  Scan,
  TypedCode,
} from './model.ts';
import { templateStep } from './template-step.ts';

export const STEPS: readonly Step[] = [
  ...CHAT_STEPS,
  templateStep,
  stepOf({
    name: 'scan',
    body: Scan,
    summary: 'The phone scans the QR code',
    description: 'Conflict while there is none.',
    said: 'QR code scanned',
    run: (sandbox, body, record) => {
      const number = body.number ?? record.number;
      return sandbox.scan({ ...body, ...(number !== null && { number }) });
    },
  }),
  stepOf({
    name: 'pair',
    body: TypedCode,
    summary: 'The phone types the pairing code',
    description: 'Conflict while there is none.',
    said: 'Pairing code typed',
    run: (sandbox, { code, passkey }) => sandbox.pair(code, passkey),
  }),
  stepOf({
    name: 'receipt',
    body: ArrivingReceipt,
    summary: 'A receipt arrives',
    said: 'Receipt arrived',
    run: (sandbox, body) => sandbox.receipt(body),
  }),
  stepOf({
    name: 'call',
    body: ArrivingCall,
    summary: 'A call begins, goes on or ends',
    said: 'Call step arrived',
    run: (sandbox, body) => sandbox.call(body),
  }),
  stepOf({
    name: 'group',
    body: ArrivingGroup,
    summary: 'The account joins a group, or a group changes',
    said: 'Group news arrived',
    run: (sandbox, body) => sandbox.group(body),
  }),
  stepOf({
    name: 'newsletter',
    body: ArrivingNewsletter,
    summary: 'The account joins a channel',
    said: 'Channel joined',
    run: (sandbox, body) => sandbox.newsletter(body),
  }),
  stepOf({
    name: 'ack',
    body: AckOrder,
    summary: 'Decide what the platform answers to messages that are sent',
    description:
      'With `messageId` that message gets the status. Without it the messages that follow do: `None` answers none of them, `ServerAck` delivers none, `Error` or a `code` refuses them, and `{}` takes and delivers them again.',
    said: ({ messageId }) => (messageId === undefined ? 'Answers are set' : 'Answer is on its way'),
    run: (sandbox, body) => sandbox.ack(body),
  }),
  stepOf({
    name: 'limits',
    body: PlatformLimits,
    summary: 'The platform locks or opens new chats',
    description:
      'While they are locked, a first message to somebody is a conflict that names the end, as at WhatsApp.',
    said: 'Limits are set',
    run: (sandbox, { newChats }) => sandbox.limits({ newChatsLockedUntil: lockEndIn(newChats) }),
  }),
  stepOf({
    name: 'presence',
    body: ArrivingPresence,
    summary: 'A contact is online or not, writes or records',
    description:
      'A conflict while the chat is not watched (`/chat/presenceSubscribe`) or the account is not shown as available (`/instance/setPresence`): then WhatsApp tells nothing either.',
    said: 'Presence arrived',
    run: (sandbox, { lastSeen, ...shown }) => {
      const at = lastSeen === undefined ? undefined : readInstant(lastSeen);
      if (at === null) throw invalid(`lastSeen ${INSTANT_PROBLEM}`);
      return sandbox.presence({ ...shown, ...(at !== undefined && { lastSeen: at }) });
    },
  }),
  stepOf({
    name: 'label',
    body: ArrivingLabel,
    summary: 'The phone makes, changes or deletes a label, puts it on a chat or takes it off',
    description: 'What changes nothing gives no event. Not found for a label that is not there.',
    said: 'Label arrived',
    run: (sandbox, body) => sandbox.label(body),
  }),
];

function lockEndIn({ locked, until }: Static<typeof PlatformLimits>['newChats']): number | null {
  if (!locked) return null;
  const end = until === undefined ? null : readInstant(until);
  if (end === null) throw invalid('newChats.until must be an ISO 8601 time while locked is true');
  return end;
}
