/**
 * Traces: what is done for one request or message, also by other services. The present span is known wherever code runs
 * within it; it is named as W3C Trace Context names it, by the text of the header `traceparent`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export const TRACE_HEADER = 'traceparent';

interface CurrentSpan {
  readonly traceparent: string;
  /** Whether what was to be done within it is done. */
  isOver: boolean;
}

const present = new AsyncLocalStorage<CurrentSpan>();

/**
 * Returns the name of the span within which this is called. Returns null if nothing is traced, and for work that
 * outlives the span: a connection that was opened for a request, say, brings messages that have nothing to do with it.
 */
export function presentTrace(): string | null {
  const span = present.getStore();
  return span === undefined || span.isOver ? null : span.traceparent;
}

/** Runs something within a span, or as it is for null. A span lasts until the result, or its promise, is there. */
export function withinTrace<T>(traceparent: string | null, run: () => T): T {
  if (traceparent === null) return run();
  const span: CurrentSpan = { traceparent, isOver: false };
  const end = () => {
    span.isOver = true;
  };
  try {
    const result = present.run(span, run);
    if (result instanceof Promise) result.then(end, end);
    else end();
    return result;
  } catch (error) {
    end();
    throw error;
  }
}

/** Something that was begun and is being done. */
export interface Span {
  /** Its name, for whatever is done because of it. */
  readonly traceparent: string;
  /** Must be called once. `failure` begins with a stable word, or is null for a success. */
  end(failure: string | null, status?: number | null): void;
}

interface PublishFacts {
  /** The instance or account. */
  readonly streamId: string;
  readonly types: readonly string[];
}

interface AttemptFacts {
  readonly streamId: string;
  readonly eventId: string;
  readonly deliveryId: string;
  readonly type: string;
  readonly endpoint: string;
  /** Name and port of the receiver. */
  readonly host: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
}

/** Begins spans. It exists only if an endpoint for traces is configured. */
export interface Tracing {
  /** Begins the publishing of events, within the present span if there is one. */
  publishing(facts: PublishFacts): Span;
  /** Begins an attempt within the span in which its event was published, if that is known. */
  attempting(facts: AttemptFacts, publishedIn: string | null): Span;
}
