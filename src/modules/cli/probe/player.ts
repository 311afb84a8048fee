/** Posts deliveries to one receiver as Gatehouse makes them, and as an attacker or a bad connection would. */
import { version } from '../../../../package.json';
import { type EventType, sampleBody } from '../../../core/events/contract/catalog.ts';
import type { Clock } from '../../../core/shared/clock.ts';
import { newId } from '../../../core/shared/ids.ts';
import { sign, signingKey } from '../../../core/webhooks/signature.ts';
import { type RawAnswer, type RawPost, rawPost } from './raw-post.ts';

interface Delivery {
  readonly id: string;
  readonly body: string;
}

interface Sending {
  /** Secrets that sign, in the order of their signatures; by default that of the receiver, if it is known. */
  readonly secrets?: readonly string[];
  /** The text to sign in place of the body. */
  readonly signedBody?: string;
  /** How many seconds ago it claims to be signed; negative means in the future. */
  readonly ageSeconds?: number;
  readonly attempt?: number;
  readonly pace?: RawPost['pace'];
}

export interface Player {
  /** Makes a sample of an event type with an id of its own; `more` replaces fields of the body. */
  delivery(type: EventType, more?: object): Delivery;
  /** Never rejects. */
  send(delivery: Delivery, how?: Sending): Promise<RawAnswer>;
  /** The receiver's secret, or null when it is not known. */
  readonly secret: string | null;
}

interface PlayerOptions {
  readonly url: URL;
  readonly secret: string | null;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export function createPlayer(options: PlayerOptions): Player {
  const { url, secret, clock } = options;
  const instanceId = newId();
  return {
    secret,
    delivery(type, more = {}) {
      const frame = { id: newId(), instanceId, instanceName: 'probe', now: clock.now() };
      const body = JSON.stringify({ ...JSON.parse(sampleBody(type, frame)), ...more });
      return { id: frame.id, body };
    },
    send(delivery, how = {}) {
      const { pace = 'whole', attempt = 1 } = how;
      const headers = {
        'content-type': 'application/json',
        'user-agent': `gatehouse/${version}`,
        ...signatureOf(delivery, how, options),
        'x-gatehouse-attempt': String(attempt),
      };
      return rawPost({ url, headers, body: delivery.body, pace }, options);
    },
  };
}

function signatureOf(
  { id, body }: Delivery,
  { secrets, signedBody = body, ageSeconds = 0 }: Sending,
  { secret, clock }: PlayerOptions,
): Record<string, string> {
  const seconds = String(Math.floor(clock.now() / 1000) - ageSeconds);
  const keys = (secrets ?? (secret === null ? [] : [secret])).map(signingKey);
  const signature = sign(keys, { id, seconds, body: signedBody });
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    ...(keys.length > 0 && { 'webhook-signature': signature }),
  };
}
