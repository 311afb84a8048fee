/** Explains what became of one delivery of a message. Pure. */
import { BROKERS } from '../../../core/channels/brokers.ts';
import { destinationOf } from '../../../core/events/contract/endpoint.ts';
import type {
  LoggedAttempt,
  LoggedDelivery,
  TracedDelivery,
} from '../../../core/events/log/deliveries.ts';
import { iso } from '../../../core/shared/clock.ts';

export interface Step {
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
export function deliveryClause({ delivery, attempts }: TracedDelivery): string {
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

export function deliverySteps(type: string, { delivery, attempts }: TracedDelivery): Step[] {
  const where = endpointOf(delivery);
  const steps = attempts.map((attempt): Step => {
    const { number, startedAt, durationMs, error } = attempt;
    const tried = `Attempt ${number} to give the ${type} event to ${where}`;
    const how = error === null ? answerOf(attempt) : `failed: ${error}${quoted(attempt)}`;
    return { at: startedAt + durationMs, what: `${tried}${error === null ? ': it ' : ' '}${how}.` };
  });
  if (delivery.state !== 'discarded') return steps;
  const why = delivery.lastError ?? 'no reason is known';
  return [...steps, { at: delivery.updatedAt, what: `${where} is given up: ${why}.` }];
}

const endOf = (attempt: LoggedAttempt | undefined): number | null =>
  attempt === undefined ? null : attempt.startedAt + attempt.durationMs;

/** Returns the receiver's answer when it took the event; a broker has no status. */
const answerOf = (attempt: LoggedAttempt | undefined): string =>
  attempt?.status ? `answered ${attempt.status}` : 'confirmed it';

const SHOWN_MAX = 200;

const quoted = ({ responseBody }: LoggedAttempt): string =>
  responseBody ? `, with the answer ${JSON.stringify(responseBody.slice(0, SHOWN_MAX))}` : '';
