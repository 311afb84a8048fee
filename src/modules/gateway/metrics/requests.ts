/** Metrics of requests and of messages. */

import type { Metric } from 'prom-client';
import Counter from 'prom-client/lib/counter.js';
import type Registry from 'prom-client/lib/registry.js';
import type { CommittedEvent } from '../../../core/events/publish/publish.ts';
import type { AnsweredRequest } from '../../../core/http/request-watch.ts';
import type { QueuedMessages } from '../../../core/messages/queued-messages.ts';
import { MESSAGE_STATUSES } from '../../../core/messages/status.ts';
import { MESSAGE_EVENTS } from '../figures/counts.ts';
import { showGauge } from './read.ts';

const NAME = 'gatehouse_http_request_duration_seconds';
const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** The label of requests that reached no route, or were refused before. */
const NO_ROUTE = 'none';

interface Series {
  readonly labels: { readonly method: string; readonly route: string; readonly status: string };
  /**
   * The number of requests that took at most each bound and longer than the bound before. The last entry has all slower
   * requests.
   */
  readonly counts: number[];
  seconds: number;
}

/** Returns the function that must be called with every answered request. */
export function requestTimes(registry: Registry): (answered: AnsweredRequest) => void {
  const all = new Map<string, Series>();
  const metric = {
    name: NAME,
    help: 'From a request to its answer, by method, route and the first digit of the status.',
    type: 'histogram',
    get: async () => ({ ...metric, values: [...all.values()].flatMap(valuesOf) }),
  };
  // The cast: the registry asks a metric for nothing but these.
  registry.registerMetric(metric as unknown as Metric);
  return ({ request, route, status, durationMs }) => {
    const method = route === null ? '' : request.method;
    const digit = Math.floor(status / 100);
    const key = `${digit}${method} ${route}`;
    let series = all.get(key);
    if (series === undefined) {
      const labels = { method, route: route ?? NO_ROUTE, status: `${digit}xx` };
      series = { labels, counts: [...BUCKETS_SECONDS.map(() => 0), 0], seconds: 0 };
      all.set(key, series);
    }
    const seconds = durationMs / 1_000;
    const found = BUCKETS_SECONDS.findIndex((bound) => seconds <= bound);
    const index = found === -1 ? BUCKETS_SECONDS.length : found;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.seconds += seconds;
  };
}

function valuesOf({ labels, counts, seconds }: Series) {
  let sum = 0;
  const buckets = counts.map((count, index) => {
    sum += count;
    const le = BUCKETS_SECONDS[index] ?? '+Inf';
    return { metricName: `${NAME}_bucket`, labels: { le, ...labels }, value: sum };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: seconds },
    { metricName: `${NAME}_count`, labels, value: sum },
  ];
}

/** The number of messages that wait to be sent now, and that wait for a later time. */
export interface QueueLength {
  readonly due: number;
  readonly scheduled: number;
}

/** Statuses that an event reports: a message begins as `Queued` or `Pending`. */
const LATER_STATUSES = MESSAGE_STATUSES.filter((one) => one !== 'Queued' && one !== 'Pending');

type EventOnDisk = Pick<CommittedEvent, 'streamId' | 'type' | 'body'>;

/** Returns the function that must be called with every event that is on disk. */
export function messageCounters(
  registers: Registry[],
  instances: { count(streamId: string, what: 'received' | 'sent'): void },
): (event: EventOnDisk) => void {
  const messages = new Counter({
    name: 'gatehouse_messages_total',
    help: 'Messages that came or were written on the phone of the account (in), and that were sent through the API (out).',
    labelNames: ['direction'],
    registers,
  });
  const statuses = new Counter({
    name: 'gatehouse_message_statuses_total',
    help: 'Statuses that sent messages came to.',
    labelNames: ['status'],
    registers,
  });
  const merges = new Counter({
    name: 'gatehouse_contacts_merged_total',
    help: 'Pairs of contacts or chats that turned out to be one person and became one.',
    registers,
  });
  for (const direction of ['in', 'out']) messages.inc({ direction }, 0);
  for (const status of LATER_STATUSES) statuses.inc({ status }, 0);
  return ({ streamId, type, body }) => {
    const message = MESSAGE_EVENTS.get(type);
    if (message !== undefined) {
      messages.inc({ direction: message === 'received' ? 'in' : 'out' });
      instances.count(streamId, message);
    } else if (type === 'MessageStatus') {
      const status = statusIn(body);
      if (status !== undefined) statuses.inc({ status });
    } else if (type === 'ContactMerged') merges.inc();
  };
}

/** A text within the body cannot look like the field: its quotation marks are escaped. */
const statusIn = (body: string) => {
  const [, word] = /"Status":"(\w+)"/.exec(body) ?? [];
  return LATER_STATUSES.find((status) => status === word);
};

export function lengthOf(
  queued: Pick<QueuedMessages, 'instances' | 'lines'>,
  now: number,
): QueueLength {
  const times = queued
    .instances()
    .flatMap((id) => [...queued.lines(id)].flatMap((line) => line.map(({ entersAt }) => entersAt)));
  const due = times.filter((entersAt) => entersAt <= now).length;
  return { due, scheduled: times.length - due };
}

export function showQueue(registers: Registry[], length: () => QueueLength): void {
  showGauge(registers, {
    name: 'gatehouse_messages_queued',
    help: 'Messages in the queue of those to be sent: due, or scheduled for later.',
    label: 'state',
    read: () => ({ ...length() }),
  });
}
