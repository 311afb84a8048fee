/** Forty things that can become of a message, each with the sentence that a person is to read. */
import type { MessageStatus } from '../../../../src/core/messages/status.ts';
import { refusalReason } from '../../../../src/modules/whatsapp/refusals.ts';

export interface SeededDelivery {
  readonly state: 'waiting' | 'sending' | 'delivered' | 'discarded';
  readonly endpoint?: string;
  readonly target?: string;
  readonly attempts?: number;
  readonly status?: number;
  readonly error?: string;
}

export interface Fault {
  readonly what: string;
  readonly chat?: string;
  readonly kind?: string;
  /** Absent: received. */
  readonly status?: MessageStatus;
  readonly code?: number;
  readonly reason?: string;
  /** Absent: Message, unless it was sent. */
  readonly event?: 'Message' | 'Undecryptable' | 'none';
  readonly eventReason?: string;
  /** As an earlier version has left the row. */
  readonly isOld?: boolean;
  readonly deliveries?: readonly SeededDelivery[];
  readonly isAway?: boolean;
  readonly subscribe?: readonly string[];
  readonly hasLiveReaders?: boolean;
  readonly sentence: string;
}

export const GROUP = '120363000000000001@g.us';
const AT = '2026-01-05T10:00:01.000Z';
const HOOK = 'https://app.example/hook';
const UNCONFIRMED = 'The platform did not confirm the message. Ask the recipient.';

const refused = (code: number): Fault => ({
  what: `WhatsApp refuses it with ${code}`,
  status: 'Error',
  code,
  reason: refusalReason(`${code}`),
  sentence: `The platform refused it with code ${code}: ${refusalReason(`${code}`)}`,
});

const SENT: readonly Fault[] = [
  {
    what: 'the platform has not answered yet',
    status: 'Pending',
    sentence: 'It is on its way: the platform has not confirmed it yet.',
  },
  {
    what: 'the connection is lost before the platform answers',
    status: 'Pending',
    isAway: true,
    sentence:
      'The connection was lost before the platform confirmed it, so it may have been delivered or not; it is settled within 60 seconds after the instance is connected again.',
  },
  {
    what: 'the answer of the platform is lost',
    status: 'Unknown',
    reason: UNCONFIRMED,
    sentence: UNCONFIRMED,
  },
  {
    what: 'the answer is lost, and nobody said why',
    status: 'Unknown',
    sentence: 'The platform never confirmed it: it may have been delivered or not.',
  },
  {
    what: 'the recipient is offline',
    status: 'ServerAck',
    sentence: `The platform has had it since ${AT}, and no device of the recipient has confirmed it: they are all offline, or this account is blocked there.`,
  },
  {
    what: 'everybody in the group is offline',
    chat: GROUP,
    status: 'ServerAck',
    sentence: `The platform has had it since ${AT}, and no device of a member of the group has confirmed it: they are all offline, or this account is blocked there.`,
  },
  {
    what: 'the recipient does not read it',
    status: 'Delivered',
    sentence: `It was delivered to a device of the recipient at ${AT}, and has not been reported as read.`,
  },
  {
    what: 'nobody in the group reads it',
    chat: GROUP,
    status: 'Delivered',
    sentence: `It was delivered to a device of a member of the group at ${AT}, and has not been reported as read.`,
  },
  { what: 'it is read', status: 'Read', sentence: `It was read by the recipient at ${AT}.` },
  {
    what: 'one of the group reads it',
    chat: GROUP,
    status: 'Read',
    sentence: `It was read by a member of the group at ${AT}.`,
  },
  { what: 'it is played', status: 'Played', sentence: `It was played by the recipient at ${AT}.` },
  ...[403, 405, 420, 463, 473, 479, 999].map(refused),
  {
    what: 'it is refused until a day',
    status: 'Error',
    code: 463,
    reason: 'WhatsApp does not let this account open new chats until 2026-01-08T10:00:00.000Z.',
    sentence:
      'The platform refused it with code 463: WhatsApp does not let this account open new chats until 2026-01-08T10:00:00.000Z.',
  },
  {
    what: 'it is never sent',
    status: 'Error',
    reason: 'The message was not sent: no session. Send it again.',
    sentence: 'The message was not sent: no session. Send it again.',
  },
];

const got = (answer: string) => `It was received as event 8: the webhook ${HOOK} ${answer}.`;

const RECEIVED: readonly Fault[] = [
  {
    what: 'messages of groups are ignored',
    chat: GROUP,
    kind: 'ignored',
    event: 'none',
    sentence:
      'It arrived in a group, whose messages nobody gets because EVENT_IGNORE_GROUP is set, or groupsIgnore was in the settings of the instance.',
  },
  {
    what: 'status updates are ignored',
    chat: 'status@broadcast',
    kind: 'ignored',
    event: 'none',
    sentence:
      'It arrived as a status update, which nobody gets because EVENT_IGNORE_STATUS is set.',
  },
  {
    what: 'it does not open',
    kind: 'undecryptable',
    event: 'Undecryptable',
    eventReason: 'No session with this device.',
    sentence: 'It arrived and cannot be read: No session with this device.',
  },
  {
    what: 'it does not open, and its event is gone',
    kind: 'undecryptable',
    event: 'none',
    sentence: 'It arrived and cannot be read: it does not open with the keys of this device.',
  },
  {
    what: 'its event is gone',
    event: 'none',
    sentence: 'It was received and stored; its event is not kept any more.',
  },
  {
    what: 'an earlier version has stored it',
    isOld: true,
    sentence: 'It was received and stored; its event is not kept any more.',
  },
  {
    what: 'there is no webhook and no broker',
    sentence:
      'It was received as event 8, and no webhook or broker took Message events then; the event list of the instance is now: ALL.',
  },
  {
    what: 'the event list leaves messages out',
    subscribe: ['Receipt', 'QRCODE'],
    sentence:
      'It was received as event 8, and no webhook or broker took Message events then; the event list of the instance is now: Receipt, QRCODE.',
  },
  {
    what: 'only the WebSocket is switched on',
    hasLiveReaders: true,
    sentence:
      'It was received as event 8, and no webhook or broker took Message events then; the event list of the instance is now: ALL; readers of the WebSocket that were connected got it.',
  },
  {
    what: 'the webhook takes it',
    deliveries: [{ state: 'delivered', attempts: 1, status: 200 }],
    sentence: got('got it at 2026-01-05T10:00:02.050Z and answered 200'),
  },
  {
    what: 'the webhook takes it at the third attempt',
    deliveries: [{ state: 'delivered', attempts: 3, status: 204 }],
    sentence: got('got it at 2026-01-05T10:01:02.050Z and answered 204'),
  },
  {
    what: 'the webhook has not been tried',
    deliveries: [{ state: 'waiting' }],
    sentence: got('has not been tried yet'),
  },
  {
    what: 'the webhook answers 500',
    deliveries: [{ state: 'waiting', attempts: 1, status: 500, error: 'status 500' }],
    sentence: got(
      'has not got it after 1 attempt (status 500), and is tried again at 2026-01-05T10:10:00.000Z',
    ),
  },
  {
    what: 'the webhook does not answer in time',
    deliveries: [{ state: 'waiting', attempts: 2, error: 'no answer within 30 s' }],
    sentence: got(
      'has not got it after 2 attempts (no answer within 30 s), and is tried again at 2026-01-05T10:10:00.000Z',
    ),
  },
  {
    what: 'the webhook fails five times',
    deliveries: [{ state: 'discarded', attempts: 5, status: 503, error: 'status 503' }],
    sentence: got('did not get it in 5 attempts, and no other follows: status 503'),
  },
  {
    what: 'the webhook is switched off meanwhile',
    deliveries: [{ state: 'discarded', error: 'the webhook is disabled' }],
    sentence: got('was not tried: the webhook is disabled'),
  },
  {
    what: 'the webhook is being called',
    deliveries: [{ state: 'sending' }],
    sentence: got('is being given it at this moment'),
  },
  {
    what: 'RabbitMQ confirms it',
    deliveries: [{ state: 'delivered', endpoint: 'amqp', target: 'shop.message', attempts: 1 }],
    sentence:
      'It was received as event 8: the RabbitMQ queue shop.message got it at 2026-01-05T10:00:02.050Z and confirmed it.',
  },
  {
    what: 'the webhook takes it while NATS is down',
    deliveries: [
      { state: 'delivered', attempts: 1, status: 200 },
      { state: 'waiting', endpoint: 'nats', target: 'shop.message', attempts: 4, error: 'refused' },
    ],
    sentence: got(
      'got it at 2026-01-05T10:00:02.050Z and answered 200; the NATS subject shop.message has not got it after 4 attempts (refused), and is tried again at 2026-01-05T10:10:00.000Z',
    ),
  },
  {
    what: 'the global webhook takes it',
    deliveries: [{ state: 'delivered', endpoint: 'global-webhook', attempts: 1, status: 200 }],
    sentence: `It was received as event 8: the global webhook ${HOOK} got it at 2026-01-05T10:00:02.050Z and answered 200.`,
  },
];

export const FAULTS: readonly Fault[] = [...SENT, ...RECEIVED];
