/** Presence: shows that the account is online, writing or recording, and watches others. */

import { Type } from '@sinclair/typebox';
import { Flag } from '../../../core/http/field-types.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import { optional, words } from '../../../core/http/read-fields.ts';
import {
  ACTIVITIES,
  type Activity,
  PRESENCES,
  type Presence,
  WATCHED_CHATS_MAX,
} from '../../../core/providers/chat-actions.ts';
import { Recipient } from '../../../core/sending/recipient.ts';
import { showFor } from '../../../core/sending/sender.ts';
import { sleep } from '../../../core/shared/clock.ts';
import { failure } from '../../../core/shared/errors.ts';
import { Quota } from '../../../core/shared/quota.ts';
import { chatOperation, UNAUDITED_EVERYDAY } from './operation.ts';

const DELAY_MAX_MS = 60_000;
/** Callers that wait for their delay. */
const WAITING_MAX = 1_000;
const WAITING_MAX_PER_INSTANCE = 100;

const isActivity = (presence: Activity | Presence): presence is Activity =>
  ACTIVITIES.some((activity) => activity === presence);

/** Holds up nothing but its own answer. */
export const sendPresence = chatOperation('POST /chat/sendPresence/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Show the account as typing or recording',
  description: `Shows the presence, and answers after \`delay\`, when \`composing\` and \`recording\` end. Answers 429 while ${WAITING_MAX_PER_INSTANCE} calls of the instance wait.`,
  body: Type.Object(
    {
      number: Recipient,
      presence: describe(
        'Presence to show: typing, recording or neither in the chat, or online or offline',
        words(...ACTIVITIES, ...PRESENCES),
      ),
      delay: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: DELAY_MAX_MS,
          description:
            'Milliseconds for which it is shown. Absent or 0 answers at once, and phones end it after some 20 seconds',
          examples: [100],
        }),
      ),
    },
    { additionalProperties: true },
  ),
  status: 201,
  answer: Type.Object({ presence: words(...ACTIVITIES, ...PRESENCES) }),
  prepare: () => new Quota(WAITING_MAX, WAITING_MAX_PER_INSTANCE),
  async act(
    { number, presence, delay = 0 },
    { chats, clock, instanceId, signal, prepared: waiting },
  ) {
    const place = waiting.take(instanceId, 1);
    if (place === null) throw failure('too_many_delays');
    try {
      if (isActivity(presence)) await showFor(delay, { chats, clock, number, presence, signal });
      else {
        await chats.showPresence(presence);
        if (delay > 0) await sleep(clock, delay, signal);
      }
    } finally {
      place.release();
    }
    return { presence };
  },
});

export const setPresence = chatOperation('POST /instance/setPresence/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Show the account as online or offline',
  description:
    'Sets whether the account is shown as online. While it is, its phone makes no sound for what arrives.',
  body: Type.Object(
    { presence: describe('Whether the account is shown as online', words(...PRESENCES)) },
    { additionalProperties: true },
  ),
  status: 201,
  answer: Type.Object({ presence: words(...PRESENCES) }),
  async act({ presence }, { chats }) {
    await chats.showPresence(presence);
    return { presence };
  },
});

/** Subscribes to events that tell who is online and who is writing. */
export const presenceSubscribe = chatOperation('POST /chat/presenceSubscribe/:instanceName', {
  scope: 'send',
  audit: UNAUDITED_EVERYDAY,
  summary: 'Watch who is online, typing or recording in a chat',
  description: `Sends \`Presence\` and \`ChatPresence\` events of the chat while the account is shown as available (\`/instance/setPresence\`), over reconnections too, until the service stops. An instance watches up to ${WATCHED_CHATS_MAX} chats; one more is answered 409.`,
  body: Type.Object(
    {
      number: Recipient,
      subscribe: optional(
        Flag({
          description: 'Whether to watch the chat, the default, or to stop watching it',
        }),
      ),
    },
    { additionalProperties: true },
  ),
  status: 201,
  answer: Type.Object({
    jid: Type.String({ description: 'The chat' }),
    subscribed: Type.Boolean(),
  }),
  async act({ number, subscribe = true }, { chats }) {
    return { jid: await chats.watch(number, subscribe), subscribed: subscribe };
  },
});
