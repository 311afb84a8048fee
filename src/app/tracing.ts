/** Traces, if an endpoint for them is configured; the library for them is loaded only then. */
import { version } from '../../package.json';
import type { Config } from '../core/config/config.ts';
import type { RequestWatch } from '../core/http/request-watch.ts';
import type { Clock } from '../core/shared/clock.ts';
import { newId } from '../core/shared/ids.ts';
import type { Log } from '../core/shared/log.ts';
import type { RunningTracing } from '../modules/tracing/otlp.ts';

interface TracingDeps {
  readonly clock: Clock;
  readonly log: Log;
}

export async function openTracing(
  { otlpEndpoint: endpoint, otlpHeaders: headers, otelServiceName, traceRatio: ratio }: Config,
  deps: TracingDeps,
): Promise<RunningTracing | null> {
  if (endpoint === null) return null;
  const { createTracing } = await import('../modules/tracing/otlp.ts');
  const named = { serviceName: otelServiceName, version, instanceId: newId() };
  return createTracing({ ...deps, ...named, endpoint, headers, ratio });
}

/** Returns a watch by which requests are traced too. */
export const withTracing = (watch: RequestWatch, tracing: RunningTracing | null): RequestWatch =>
  tracing === null
    ? watch
    : (request, answer) => tracing.watch(request, (traced) => watch(traced, answer));
