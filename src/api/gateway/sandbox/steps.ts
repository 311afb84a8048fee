/** The steps of the outside world that the sandbox takes by one request each and answers with a sentence alone. */
import type { Static } from '@sinclair/typebox';
import { invalid } from '../../../shared/errors.ts';
import { INSTANT_PROBLEM, readInstant } from '../../../shared/instant.ts';
import { GROUP, JID, MESSAGE_ID, NUMBER, OWN_NUMBER } from '../examples/known.ts';
import type { Operation } from '../operation.ts';
import { CHAT_STEPS } from './chat-steps.ts';
import {
  AckOrder,
  ArrivingGroup,
  ArrivingLabel,
  ArrivingPresence,
  ArrivingReceipt,
  PlatformLimits,
  Scan,
  TypedCode,
} from './model.ts';
import { step } from './step.ts';
import { templateStep } from './template-step.ts';

export const STEPS: readonly Operation[] = [
  ...CHAT_STEPS,
  templateStep,
  step('passkey', {
    summary: 'Simulate that a browser uses the passkey',
    description:
      'Uses the passkey in the ceremony that waits for it; the code is yet to be confirmed. Answers 409 if no ceremony waits.',
    said: 'Passkey used',
    run: (sandbox) => sandbox.usePasskey(),
  }),
  step('drop', {
    summary: 'Simulate a lost connection',
    description: 'Drops the connection, which comes back after a second.',
    said: 'Connection lost; it comes back by itself',
    run: (sandbox) => sandbox.drop(),
  }),
  step('remove', {
    summary: 'Simulate that the phone removes the device',
    said: 'Device removed',
    run: (sandbox) => sandbox.remove(),
  }),
  step('scan', {
    body: Scan,
    summary: 'Simulate that the phone scans the QR code',
    description:
      'Pairs the instance as if a phone had scanned its QR code. Answers 409 if there is no QR code.',
    example: { body: { number: OWN_NUMBER, pushName: 'Shop' } },
    said: 'QR code scanned',
    run(sandbox, body, record) {
      const { number: given, ...scan } = body;
      const number = given ?? record.number;
      return sandbox.scan({ ...scan, ...(number !== null && { number }) });
    },
  }),
  step('pair', {
    body: TypedCode,
    summary: 'Simulate that the phone types the pairing code',
    description:
      'Pairs the instance as if a phone had scanned its QR code. Answers 409 if there is no QR code.',
    example: { body: { code: 'ABCD-1234' } },
    said: 'Pairing code typed',
    run: (sandbox, { code, passkey }) => sandbox.pair(code, passkey),
  }),
  step('receipt', {
    body: ArrivingReceipt,
    summary: 'Simulate a receipt',
    example: { body: { state: 'Read', chat: NUMBER, messageIds: [MESSAGE_ID] } },
    said: 'Receipt arrived',
    run: (sandbox, body) => sandbox.receipt(body),
  }),
  step('group', {
    body: ArrivingGroup,
    summary: 'Simulate that the account joins a group, or that a group changes',
    example: { body: { step: 'joined', jid: GROUP, name: 'Orders', join: [NUMBER] } },
    said: 'Group news arrived',
    run: (sandbox, body) => sandbox.group(body),
  }),
  step('ack', {
    body: AckOrder,
    summary: 'Set how the platform answers sent messages',
    description:
      'Sets the status of the message `messageId`. Without `messageId`, applies to all later messages: `None` leaves them unanswered, `ServerAck` delivers none of them, `Error` or a `code` refuses them, and `{}` takes and delivers them again.',
    example: { body: { messageId: MESSAGE_ID, status: 'Read' } },
    said: ({ messageId }) => (messageId === undefined ? 'Answers are set' : 'Answer is on its way'),
    run: (sandbox, body) => sandbox.ack(body),
  }),
  step('limits', {
    body: PlatformLimits,
    summary: 'Simulate that the platform locks or opens new chats',
    description:
      'Locks or opens new chats. While they are locked, a first message to somebody is answered 409 with the end of the lock, as at WhatsApp.',
    example: { body: { newChats: { locked: false } } },
    said: 'Limits are set',
    run: (sandbox, { newChats }) => sandbox.limits({ newChatsLockedUntil: lockEndIn(newChats) }),
  }),
  step('presence', {
    body: ArrivingPresence,
    summary: 'Simulate that a contact is online or not, typing or recording',
    description:
      'Changes the presence of a contact. Answers 409 if the chat is not watched (`/chat/presenceSubscribe`) or the account is not shown as available (`/instance/setPresence`): then WhatsApp tells nothing either.',
    example: { body: { from: NUMBER, presence: 'composing' } },
    said: 'Presence arrived',
    run(sandbox, { lastSeen, ...shown }) {
      const at = lastSeen === undefined ? undefined : readInstant(lastSeen);
      if (at === null) throw invalid(`lastSeen ${INSTANT_PROBLEM}`);
      return sandbox.presence({ ...shown, ...(at !== undefined && { lastSeen: at }) });
    },
  }),
  step('label', {
    body: ArrivingLabel,
    summary: 'Simulate that the phone changes labels',
    description:
      'Creates, changes or deletes a label, or adds it to a chat or removes it; a call that changes nothing causes no event. Answers 404 if the label does not exist.',
    example: { body: { step: 'add', labelId: '7', chat: JID } },
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
