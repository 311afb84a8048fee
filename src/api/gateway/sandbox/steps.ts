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
  Load,
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
    summary: 'A browser uses the passkey of the account',
    description:
      'Conflict while no ceremony waits for it. The code is yet to be confirmed, as everywhere.',
    said: 'Passkey used',
    run: (sandbox) => sandbox.usePasskey(),
  }),
  step('drop', {
    summary: 'The connection is lost',
    description: 'It comes back after a second.',
    said: 'Connection lost; it comes back by itself',
    run: (sandbox) => sandbox.drop(),
  }),
  step('remove', {
    summary: 'The phone removes the device',
    said: 'Device removed',
    run: (sandbox) => sandbox.remove(),
  }),
  step('load', {
    body: Load,
    summary: 'Many text messages arrive',
    description:
      'Answers when all are on disk. Rate limited, with none written, when they come faster than `INSTANCE_EVENTS_PER_SECOND`, without `perSecond` all at once.',
    example: { body: { messages: 10, chats: 2 } },
    // A paced load is silent for longer than the server lets a connection be.
    takesLong: true,
    said: ({ messages }) => `${messages} messages arrived`,
    run: (sandbox, body) => sandbox.load(body),
  }),
  step('scan', {
    body: Scan,
    summary: 'The phone scans the QR code',
    description: 'Conflict while there is none.',
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
    summary: 'The phone types the pairing code',
    description: 'Conflict while there is none.',
    example: { body: { code: 'ABCD-1234' } },
    said: 'Pairing code typed',
    run: (sandbox, { code, passkey }) => sandbox.pair(code, passkey),
  }),
  step('receipt', {
    body: ArrivingReceipt,
    summary: 'A receipt arrives',
    example: { body: { state: 'Read', chat: NUMBER, messageIds: [MESSAGE_ID] } },
    said: 'Receipt arrived',
    run: (sandbox, body) => sandbox.receipt(body),
  }),
  step('group', {
    body: ArrivingGroup,
    summary: 'The account joins a group, or a group changes',
    example: { body: { step: 'joined', jid: GROUP, name: 'Orders', join: [NUMBER] } },
    said: 'Group news arrived',
    run: (sandbox, body) => sandbox.group(body),
  }),
  step('ack', {
    body: AckOrder,
    summary: 'Decide what the platform answers to messages that are sent',
    description:
      'With `messageId` that message gets the status. Without it the messages that follow do: `None` answers none of them, `ServerAck` delivers none, `Error` or a `code` refuses them, and `{}` takes and delivers them again.',
    example: { body: { messageId: MESSAGE_ID, status: 'Read' } },
    said: ({ messageId }) => (messageId === undefined ? 'Answers are set' : 'Answer is on its way'),
    run: (sandbox, body) => sandbox.ack(body),
  }),
  step('limits', {
    body: PlatformLimits,
    summary: 'The platform locks or opens new chats',
    description:
      'While they are locked, a first message to somebody is a conflict that names the end, as at WhatsApp.',
    example: { body: { newChats: { locked: false } } },
    said: 'Limits are set',
    run: (sandbox, { newChats }) => sandbox.limits({ newChatsLockedUntil: lockEndIn(newChats) }),
  }),
  step('presence', {
    body: ArrivingPresence,
    summary: 'A contact is online or not, writes or records',
    description:
      'A conflict while the chat is not watched (`/chat/presenceSubscribe`) or the account is not shown as available (`/instance/setPresence`): then WhatsApp tells nothing either.',
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
    summary: 'The phone makes, changes or deletes a label, puts it on a chat or takes it off',
    description: 'What changes nothing gives no event. Not found for a label that is not there.',
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
