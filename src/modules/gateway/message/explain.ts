/** Why a message is where it is. */
import { Type } from '@sinclair/typebox';
import { BROKERS } from '../../../core/channels/brokers.ts';
import { destinationOf } from '../../../core/events/contract/endpoint.ts';
import {
  type LoggedAttempt,
  type LoggedDelivery,
  type TracedDelivery,
  type TracedEvent,
  traceOf,
} from '../../../core/events/log/deliveries.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { Time } from '../../../core/http/time.ts';
import { type MessageTrace, readTrace } from '../../../core/messages/find.ts';
import { IGNORED, UNDECRYPTABLE } from '../../../core/messages/rows.ts';
import type { MessageForm, MessageStatus } from '../../../core/messages/status.ts';
import { isGroup, STATUS_JID } from '../../../core/providers/chats.ts';
import { iso } from '../../../core/shared/clock.ts';
import { failure } from '../../../core/shared/errors.ts';
import { instanceOperation } from '../operation.ts';

interface ExplainedMessage {
  readonly message: MessageTrace;
  /** About the message, the first first. */
  readonly events: readonly TracedEvent[];
  readonly isOpen: boolean;
  /** The instance's event list. */
  readonly subscribe: readonly string[];
  readonly hasLiveReaders: boolean;
}

interface MessageExplanation {
  readonly sentence: string;
  /** The steps of the message, the earliest first. */
  readonly steps: readonly Step[];
}

/** Explains a message from stored data alone, without asking the platform. */
export function explanationOf(explained: ExplainedMessage): MessageExplanation {
  const { message, events } = explained;
  const own = message.status === null ? receivedSteps(message) : sentSteps(message);
  const steps = [...own, ...fetchedSteps(message), ...events.flatMap(eventSteps)];
  // Steps of one moment keep the order in which they are listed.
  steps.sort((one, other) => one.at - other.at);
  const sentence = message.status === null ? received(explained) : sent(explained, message.status);
  return { sentence, steps };
}

const MAYBE = 'it may have been delivered or not';

function sent({ message, isOpen }: ExplainedMessage, status: MessageStatus): string {
  const { chat, code, reason, fetchedAt } = message;
  if (fetchedAt !== null && status === 'ServerAck') return fetched(fetchedAt);
  const at = iso(message.history.at(-1)?.at ?? message.sentAt);
  const who = isGroup(chat) ? 'a member of the group' : 'the recipient';
  switch (status) {
    case 'Queued':
    case 'Pending':
      return isOpen
        ? 'It is on its way: the platform has not confirmed it yet.'
        : `The connection was lost before the platform confirmed it, so ${MAYBE}; it is settled within 60 seconds after the instance is connected again.`;
    case 'Unknown':
      return reason ?? `The platform never confirmed it: ${MAYBE}.`;
    case 'ServerAck':
      return `The platform has had it since ${at}, and no device of ${who} has confirmed it: they are all offline, or this account is blocked there.`;
    case 'Delivered':
      return `It was delivered to a device of ${who} at ${at}, and has not been reported as read.`;
    case 'Read':
      return `It was read by ${who} at ${at}.`;
    case 'Played':
      return `It was played by ${who} at ${at}.`;
    case 'Error':
      return code === null
        ? (reason ?? 'It was not sent.')
        : `The platform refused it with code ${code}: ${reason ?? 'no reason is known.'}`;
  }
}

/** The meaning of each status of a message. */
const STATUS_STEPS: Readonly<Record<MessageStatus, string>> = {
  Queued: 'It was accepted and put into the queue.',
  Pending: 'It was accepted and stored.',
  Unknown: 'No confirmation came in time.',
  ServerAck: 'The platform took it.',
  Delivered: 'A device that it was for got it.',
  Read: 'Somebody read it.',
  Played: 'Somebody played it.',
  Error: 'It was refused, or could not be sent.',
};

/** The form that was sent under the same id when the earlier form was refused. */
const IN_PLACE: Readonly<Record<MessageForm, string>> = {
  interactive: 'its choices are sent as such',
  poll: 'its choices are sent as a poll, under the same id',
  text: 'its choices are sent as a numbered text, under the same id',
};

const sentSteps = ({ history, code, reason }: MessageTrace): Step[] =>
  history.map(({ status, at, form, code: refusal }, index) => {
    if (form !== undefined && refusal !== undefined)
      return { at, what: `WhatsApp refused its form with code ${refusal}: ${IN_PLACE[form]}.` };
    const isLast = index === history.length - 1;
    const number = code === null ? '' : ` Code ${code}.`;
    const why = isLast && reason !== null ? `${number} ${reason}` : '';
    return { at, what: `${STATUS_STEPS[status]}${why}` };
  });

const receivedSteps = ({ sender, sentAt }: MessageTrace): Step[] => [
  { at: sentAt, what: `${sender || 'Somebody'} sent it.` },
];

const fetched = (at: number): string =>
  `It came from the history of the account's phone, which was asked for at ${iso(at)}; such messages give no events.`;

const fetchedSteps = ({ fetchedAt: at }: MessageTrace): Step[] =>
  at === null ? [] : [{ at, what: 'It was fetched from the history of the phone.' }];

function received(explained: ExplainedMessage): string {
  const { message, events } = explained;
  if (message.kind === IGNORED) return ignored(message.chat);
  const own = events.find(({ type }) => type === 'Message');
  if (own !== undefined) return published(own, explained);
  if (message.fetchedAt !== null) return fetched(message.fetchedAt);
  const unread = events.find(({ type }) => type === 'Undecryptable');
  if (unread !== undefined || message.kind === UNDECRYPTABLE)
    return `It arrived and cannot be read: ${unread?.reason ?? 'it does not open with the keys of this device.'}`;
  return 'It was received and stored; its event is not kept any more.';
}

const ignored = (chat: string): string =>
  chat === STATUS_JID
    ? 'It arrived as a status update, which nobody gets because EVENT_IGNORE_STATUS is set.'
    : 'It arrived in a group, whose messages nobody gets because EVENT_IGNORE_GROUP is set, or groupsIgnore was in the settings of the instance.';

function published({ sequence, deliveries }: TracedEvent, explained: ExplainedMessage): string {
  const { subscribe, hasLiveReaders } = explained;
  const readers = hasLiveReaders ? '; readers of the WebSocket that were connected got it' : '';
  const clauses = deliveries.map(deliveryClause);
  if (clauses.length > 0)
    return `It was received as event ${sequence}: ${clauses.join('; ')}${readers}.`;
  const list = subscribe.join(', ') || 'empty';
  return `It was received as event ${sequence}, and no webhook or broker took Message events then; the event list of the instance is now: ${list}${readers}.`;
}

function eventSteps({ type, sequence, createdAt, deliveries }: TracedEvent): Step[] {
  const step = { at: createdAt, what: `Event ${sequence} (${type}) was published.` };
  return [step, ...deliveries.flatMap((one: TracedDelivery) => deliverySteps(type, one))];
}

const Explanation = NamedObject('Explanation', {
  id: Type.String(),
  sentence: Type.String({ description: 'Outcome of the message and its reason' }),
  steps: Type.Array(Type.Object({ at: Time(), what: Type.String() }), {
    description: 'Known steps of its way, in order of time',
  }),
});

export const explainMessage = instanceOperation('GET /message/explain/:instanceName/:messageId', {
  tag: 'Messages',
  scope: 'read',
  summary: 'Explain what became of a message',
  description:
    'Explains a message in a sentence: how far a sent one came or why it was refused, who got a received one or what kept it back. Returns the steps behind it too, and the attempts to deliver its events.',
  params: { messageId: Type.String({ description: 'Id of a message that was sent or received' }) },
  answer: Explanation,
  agent: { tool: 'explain_message', effect: 'reads' },
  async run({ db, settings, queued, clock }, { instance, params: { messageId: id } }) {
    const waiting = queued.find(instance.id, id);
    // One that takes the place of a refused form has steps of its own before.
    if (waiting !== null && !waiting.replaces) {
      const steps = [{ at: iso(waiting.createdAt), what: STATUS_STEPS.Queued }];
      return { id, sentence: queued.reasonOf(waiting, clock.now()), steps };
    }
    const message = await readTrace(db, instance.id, id);
    if (message === null) throw failure('message_without_fate');
    const { chat, after } = message;
    const events =
      after === null ? [] : await traceOf(db, { streamId: instance.id, chat, id, after });
    const own = settings.get(instance.id);
    const { sentence, steps } = explanationOf({
      message,
      events,
      isOpen: instance.state === 'open',
      subscribe: own?.webhook.events ?? [],
      hasLiveReaders: own?.websocketEnabled ?? false,
    });
    return {
      id,
      sentence: waiting === null ? sentence : queued.reasonOf(waiting, clock.now()),
      steps: steps.map(({ at, what }) => ({ at: iso(at), what })),
    };
  },
});

interface Step {
  /** Ms since 1970. */
  readonly at: number;
  readonly what: string;
}

const NAMES: Readonly<Record<string, string>> = {
  webhook: 'the webhook',
  'global-webhook': 'the global webhook',
  ...Object.assign(
    {},
    ...BROKERS.map(({ name, title, place }) => ({
      [name]: `the ${title} ${place}`,
      [`global-${name}`]: `the global ${title} ${place}`,
    })),
  ),
};

/** Shows the endpoint with its address, in which secrets are masked. */
function endpointOf({ endpoint, target }: LoggedDelivery): string {
  const destination = destinationOf(endpoint) ?? endpoint;
  return `${NAMES[destination] ?? destination} ${target}`.trim();
}

/** Part of a sentence. */
function deliveryClause({ delivery, attempts }: TracedDelivery): string {
  const where = endpointOf(delivery);
  const { attemptCount, nextAttemptAt, lastError } = delivery;
  const last = attempts.at(-1);
  const tries = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`;
  const why = lastError ?? 'no reason is known';
  switch (delivery.state) {
    case 'delivered':
      return `${where} got it at ${iso(endOf(last) ?? delivery.updatedAt)} and ${answerOf(last)}`;
    case 'sending':
      return `${where} is being given it at this moment`;
    case 'discarded':
      return attemptCount === 0
        ? `${where} was not tried: ${why}`
        : `${where} did not get it in ${tries}, and no other follows: ${why}`;
    case 'waiting':
      return attemptCount === 0
        ? `${where} has not been tried yet`
        : `${where} has not got it after ${tries} (${why}), and is tried again at ${iso(nextAttemptAt ?? delivery.updatedAt)}`;
  }
}

function deliverySteps(type: string, { delivery, attempts }: TracedDelivery): Step[] {
  const where = endpointOf(delivery);
  const steps = attempts.map((attempt): Step => {
    const { number, startedAt, durationMs, error } = attempt;
    const tried = `Attempt ${number} to give the ${type} event to ${where}`;
    const how = error === null ? answerOf(attempt) : `failed: ${error}${quoted(attempt)}`;
    return { at: startedAt + durationMs, what: `${tried}${error === null ? ': it ' : ' '}${how}.` };
  });
  if (delivery.state !== 'discarded') return steps;
  const why = delivery.lastError ?? 'no reason is known';
  return [...steps, { at: delivery.updatedAt, what: `${where} was discarded: ${why}.` }];
}

const endOf = (attempt: LoggedAttempt | undefined): number | null =>
  attempt === undefined ? null : attempt.startedAt + attempt.durationMs;

/** Returns the receiver's answer when it took the event; a broker has no status. */
const answerOf = (attempt: LoggedAttempt | undefined): string =>
  attempt?.status ? `answered ${attempt.status}` : 'confirmed it';

const SHOWN_MAX = 200;

const quoted = ({ responseBody }: LoggedAttempt): string =>
  responseBody ? `, with the answer ${JSON.stringify(responseBody.slice(0, SHOWN_MAX))}` : '';
