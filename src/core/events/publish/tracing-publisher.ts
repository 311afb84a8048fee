/** Traces what is published: the span of a publish is that in which its events are attempted later. */
import { messageOf } from '../../shared/errors.ts';
import { type Tracing, withinTrace } from '../../shared/tracing.ts';
import type { Publisher } from './publish.ts';

export function tracedPublisher(publisher: Publisher, tracing: Tracing): Publisher {
  async function trace<T>(
    streamId: string,
    events: readonly { readonly type: string }[],
    publish: () => Promise<T>,
  ): Promise<T> {
    // A change without events has nothing to send.
    if (events.length === 0) return publish();
    const span = tracing.publishing({ streamId, types: events.map(({ type }) => type) });
    try {
      const written = await withinTrace(span.traceparent, publish);
      span.end(null);
      return written;
    } catch (error) {
      span.end(`not_written: ${messageOf(error)}`);
      throw error;
    }
  }
  return {
    publish: (stream, events, change) =>
      trace(stream.id, events, () => publisher.publish(stream, events, change)),
    publishChange: (accountId, change, events) =>
      trace(accountId, events, () => publisher.publishChange(accountId, change, events)),
  };
}
