/** Admits signed deliveries to the echo receiver. The route compares the signature, once the body is there. */
import { clientOf } from '../../core/http/client-address.ts';
import type { Zone } from '../../core/http/zone.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { AppError } from '../../core/shared/errors.ts';
import { ECHO_PATH } from '../../core/webhooks/own-address.ts';

/** The claims of a delivery about itself. */
export interface EchoCaller {
  /** The address it comes from, whose requests and unchecked bodies are counted together. */
  readonly client: string;
  readonly id: string;
  readonly seconds: string;
  readonly signature: string;
}

/** A delivery is signed when its attempt begins, and an attempt takes 30 seconds. */
const VALID_MS = 5 * 60 * 1000;

/** Throws for a stranger, an unknown instance and a webhook that points elsewhere alike. */
export const unsignedError = (): AppError =>
  new AppError('unauthenticated', 'This is not signed by a webhook that points here', {
    hint: `the echo receiver of an instance answers its own webhooks: set \`url\` of POST /webhook/set/{instanceName} to ${ECHO_PATH}/{instanceName} of this service`,
  });

// The zone's own principal, see below.
const callerOf = (principal: unknown) => principal as EchoCaller;

/** A signature is not found by guessing, so wrong ones do not lock out others behind the same proxy. */
export const echoZone = (clock: Pick<Clock, 'now'>): Zone => ({
  prefixes: [ECHO_PATH],
  isGuessable: () => false,
  authenticate(request): EchoCaller {
    const textOf = (name: string) => request.headers.get(name) ?? '';
    const seconds = textOf('webhook-timestamp');
    const isRecent = Math.abs(clock.now() - Number(seconds) * 1000) <= VALID_MS;
    const signature = textOf('webhook-signature');
    if (signature === '' || !isRecent) throw unsignedError();
    return {
      ...{ signature, seconds, id: textOf('webhook-id') },
      client: clientOf({ request }).subscriber,
    };
  },
  unprovenClientOf: (principal) => callerOf(principal).client,
  credentialOf: (principal) => `echo receiver from ${callerOf(principal).client}`,
});
