/**
 * How long requests took, by the route that answered them. They are counted here and not by the library's histogram,
 * which takes five times as long for each and would be noticed among the 50 µs of a request.
 */
import type { Metric } from 'prom-client';
import type Registry from 'prom-client/lib/registry.js';
import type { AnsweredRequest } from '../../../core/http/request-watch.ts';

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
