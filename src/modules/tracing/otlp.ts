/**
 * Sends traces to a collector by OTLP over HTTP, as JSON. Loaded only if an endpoint for traces is configured. Spans
 * wait in a bounded queue, and those beyond it are dropped.
 */
import {
  type Attributes,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { routeOf, whenAnswered } from '../../core/http/request-watch.ts';
import { resultInTime } from '../../core/shared/async/deadline.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { messageOf } from '../../core/shared/errors.ts';
import type { Log } from '../../core/shared/log.ts';
import { presentTrace, type Span, TRACE_HEADER, withinTrace } from '../../core/shared/tracing.ts';
import type { RunningTracing } from '../../offers.ts';

export interface TracingOptions {
  /** The base URL of the collector. */
  readonly endpoint: string;
  /** Headers of every request to it. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** The share of new traces that are recorded, from 0 to 1. */
  readonly ratio: number;
  readonly version: string;
  /** Names this process among those of the service. */
  readonly instanceId: string;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

const QUEUED_SPANS_MAX = 4_096;
const STOP_MS = 3_000;

export function createTracing(options: TracingOptions): RunningTracing {
  const { serviceName, version, instanceId, ratio, clock } = options;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': instanceId,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: exporterOf(options), maxQueueSize: QUEUED_SPANS_MAX }),
    ],
  });
  const tracer = provider.getTracer('gatehouse', version);
  const begin = (name: string, kind: SpanKind, attributes: Attributes, within: string | null) =>
    tracer.startSpan(name, { kind, attributes }, contextOf(within));

  return {
    watch(request, answer) {
      const span = begin(
        request.method,
        SpanKind.SERVER,
        // The path itself may have a secret, such as that of a passkey page.
        { 'http.request.method': request.method },
        request.headers.get(TRACE_HEADER),
      );
      const answered = withinTrace(nameOf(span.spanContext()), () => answer(request));
      return whenAnswered(answered, (status) => {
        const route = routeOf(request);
        if (route !== null)
          span.updateName(`${request.method} ${route}`).setAttribute('http.route', route);
        span.setAttribute('http.response.status_code', status);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
    },
    publishing({ streamId, types }) {
      const attributes = {
        'gatehouse.stream.id': streamId,
        'gatehouse.event.types': [...new Set(types)],
        'messaging.batch.message_count': types.length,
      };
      return endable(begin('publish', SpanKind.PRODUCER, attributes, presentTrace()));
    },
    attempting({ streamId, eventId, deliveryId, type, endpoint, host, attempt }, publishedIn) {
      const attributes = {
        'gatehouse.stream.id': streamId,
        'gatehouse.event.id': eventId,
        'gatehouse.delivery.id': deliveryId,
        'gatehouse.endpoint': endpoint,
        'gatehouse.attempt': attempt,
        'server.address': host,
      };
      return endable(begin(`deliver ${type}`, SpanKind.CLIENT, attributes, publishedIn));
    },
    async stop() {
      await resultInTime(
        { clock, ms: STOP_MS },
        provider.shutdown().catch(() => {}),
      );
    },
  };
}

function endable(span: ReturnType<ReturnType<TracerProvider['getTracer']>['startSpan']>): Span {
  return {
    traceparent: nameOf(span.spanContext()),
    end(failure, status = null) {
      if (status !== null) span.setAttribute('http.response.status_code', status);
      if (failure !== null)
        span
          .setAttribute('error.type', /^\w+/.exec(failure)?.[0] ?? 'other')
          .setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.end();
    },
  };
}

/** Returns the context within the span that the text names. A malformed text counts as no span. */
function contextOf(traceparent: string | null) {
  const parent = traceparent === null ? null : parseTraceParent(traceparent);
  if (!parent) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true });
}

const nameOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags & TraceFlags.SAMPLED ? '01' : '00'}`;

/** The library's exporter, which tries a few times; that it failed is logged once, until it succeeds. */
function exporterOf({ endpoint, headers, log }: TracingOptions): SpanExporter {
  const url = `${endpoint}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers } });
  let hasFailed = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isFailure = result.code !== ExportResultCode.SUCCESS;
        if (isFailure && !hasFailed)
          log.warn('traces could not be sent, and are dropped until they can', {
            reason: messageOf(result.error),
          });
        if (!isFailure && hasFailed) log.info('traces are sent again');
        hasFailed = isFailure;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  };
}
