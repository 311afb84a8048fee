/** The headers of an attempt, with its signature. */
import type { AttemptInput, Target } from '../../events/contract/channel.ts';
import type { Clock } from '../../shared/clock.ts';
import { TRACE_HEADER } from '../../shared/tracing.ts';
import { HUB_HEADER, hubSignature, sign } from '../../webhooks/signature.ts';

/** The parts of a target's headers that can be prepared before any attempt. */
export interface PreparedHeaders {
  /** Configured headers, names in lower case. */
  readonly own: Readonly<Record<string, string>>;
  /** The keys that sign; empty if deliveries are not signed. */
  readonly keys: readonly Buffer[];
  /** The secrets that the keys were derived from, as one text. */
  readonly secrets: string;
}

interface MadeBody {
  readonly body: string;
  readonly contentType: string;
}

interface HeadersDeps {
  readonly clock: Pick<Clock, 'now'>;
  /** Product name and version, such as `gatehouse/1.2.3`. */
  readonly userAgent: string;
}

/** Has the id of the replay that sends an event. */
const REPLAY_HEADER = 'x-gatehouse-replay';

/** Returns a function that makes the headers of an attempt at a target. */
export function createHeaders({ clock, userAgent }: HeadersDeps) {
  const signatureOf = createSigner();
  return (
    { eventId, attempt, traceparent }: AttemptInput,
    { secrets, signsAsHub, replay }: Pick<Target, 'secrets' | 'signsAsHub' | 'replay'>,
    prepared: PreparedHeaders,
    { body, contentType }: MadeBody,
  ): Record<string, string> => {
    const seconds = String(Math.floor(clock.now() / 1000));
    const headers: Record<string, string> = {
      'content-type': contentType,
      'user-agent': userAgent,
      'webhook-id': eventId,
      'webhook-timestamp': seconds,
    };
    if (prepared.keys.length > 0)
      headers['webhook-signature'] = signatureOf(prepared, eventId, seconds, body);
    headers['x-gatehouse-attempt'] = String(attempt);
    Object.assign(headers, prepared.own);
    if (traceparent) headers[TRACE_HEADER] = traceparent;
    if (signsAsHub && secrets.length > 0)
      headers[HUB_HEADER] = hubSignature(secrets, attempt, body);
    if (replay !== undefined) headers[REPLAY_HEADER] = replay;
    return headers;
  };
}

/** Returns a function that signs. Endpoints of an event that have the same secrets and body share its signature. */
function createSigner() {
  let latest = { secrets: '', id: '', seconds: '', body: '', signature: '' };
  return (
    { keys, secrets }: PreparedHeaders,
    id: string,
    seconds: string,
    body: string,
  ): string => {
    const isForSame = latest.id === id && latest.seconds === seconds && latest.secrets === secrets;
    if (!isForSame || latest.body !== body)
      latest = { secrets, id, seconds, body, signature: sign(keys, { id, seconds, body }) };
    return latest.signature;
  };
}
