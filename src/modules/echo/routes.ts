/** The echo receiver: answers a delivery with what it received, so that a webhook can be tried without a program. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { countBodyFor } from '../../core/http/body-reader.ts';
import { bytesBody } from '../../core/http/checked-schema.ts';
import { clientOf } from '../../core/http/client-address.ts';
import { failures } from '../../core/http/failures.ts';
import { DEFAULT_BODY_LIMIT } from '../../core/http/json-body.ts';
import { principalOf } from '../../core/http/principal.ts';
import type { Zone } from '../../core/http/zone.ts';
import type { InstanceDirectory } from '../../core/instances/directory.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { randomSecret } from '../../core/shared/crypto.ts';
import { AppError } from '../../core/shared/errors.ts';
import { ECHO_PATH, echoSecrets } from '../../core/webhooks/own-address.ts';
import type { EventSettingsStore } from '../../core/webhooks/settings-store.ts';
import { isSigned, signingKey } from '../../core/webhooks/signature.ts';

interface EchoDeps {
  readonly clock: Pick<Clock, 'steady'>;
  readonly directory: Pick<InstanceDirectory, 'byName'>;
  readonly settings: Pick<EventSettingsStore, 'get'>;
  /** Resolves when this process knows what others have changed; null if it is the only one. */
  readonly catchUp: (() => Promise<void>) | null;
}

/**
 * The most bytes of the request body that the answer repeats. An attempt stores only the beginning of an answer; these
 * fit into it with the rest.
 */
const SHOWN_BYTES = 400;

const Delivered = bytesBody({
  type: 'object',
  description: `A delivery as the webhook sends it, at most ${DEFAULT_BODY_LIMIT} bytes`,
  additionalProperties: true,
});
const Received = Type.Object({
  received: Type.Literal(true),
  id: Type.String({ description: '`webhook-id`: the id of the event, the same in every attempt' }),
  attempt: Type.Integer({ description: 'Which attempt it is, from 1' }),
  bytes: Type.Integer({ description: 'Bytes of the whole body' }),
  body: Type.String({ description: `The first ${SHOWN_BYTES} bytes of the body, as text` }),
});

const requestHeaders = [
  {
    name: 'webhook-id',
    description: 'The id of the event',
    schema: { type: 'string', examples: ['01a1fa97-2109-775a-9c02-3d4e5f6a7b8c'] },
  },
  {
    name: 'webhook-timestamp',
    description: 'When the attempt began, in seconds since 1970',
    schema: { type: 'string', examples: ['1767614400'] },
  },
  {
    name: 'webhook-signature',
    description: 'Made with the secret of a webhook that points here',
    schema: { type: 'string', examples: ['v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='] },
  },
];
const example = {
  body: { event: 'Message', instanceName: 'shop' },
  answer: {
    received: true,
    id: '01a1fa97-2109-775b-8df8-e96b45bbbe0f',
    attempt: 1,
    bytes: 41,
    body: '{"event":"Message","instanceName":"shop"}',
  },
};

export function echoRoutes(deps: EchoDeps) {
  return new Elysia({ name: 'echo' }).post(
    `${ECHO_PATH}/:instanceName`,
    async ({ request, params, body }) => {
      await requireOwnSignature(deps, request, params.instanceName, body);
      return received(request, body);
    },
    {
      params: Type.Object({
        instanceName: Type.String({
          description: 'Name of the instance whose webhook points here',
        }),
      }),
      body: Delivered,
      response: {
        200: Received,
        ...failures('BAD_REQUEST', 'UNAUTHORIZED', 'PAYLOAD_TOO_LARGE', 'INTERNAL_SERVER_ERROR'),
      },
      detail: {
        tags: ['Sandbox'],
        security: [],
        summary: 'Receive a delivery, and answer what arrived',
        description:
          'Try a webhook before you have a receiver: set its `url` to this address. `GET /delivery/find/{instanceName}` shows that its deliveries have arrived, and `GET /delivery/{deliveryId}` the answer to each attempt. The receiver stores nothing and causes no events. It needs no key, but a signature that is at most 5 minutes old, made by a webhook of this instance that points here. Any other request gets 401.',
        example,
        requestHeaders,
      },
    },
  );
}

/** Compared where an instance has no secrets, so that the refusal takes as long. */
const UNKNOWN_SECRET = randomSecret();

async function requireOwnSignature(
  { clock, directory, settings, catchUp }: EchoDeps,
  request: Request,
  name: string,
  body: Uint8Array,
): Promise<void> {
  const { id, seconds, signature } = principalOf<EchoCaller>({ request });
  const isOwn = () => {
    const instance = directory.byName(name);
    const secrets = instance && echoSecrets(settings.get(instance.id), name, clock.steady());
    const keys = (secrets?.length ? secrets : [UNKNOWN_SECRET]).map(signingKey);
    return isSigned(keys, { id, seconds, body }, signature);
  };
  if (isOwn()) return countBodyFor(request, `echo receiver of ${name}`);
  // Another process may have changed the webhook a moment ago.
  await catchUp?.();
  if (catchUp === null || !isOwn()) throw unsignedError();
  countBodyFor(request, `echo receiver of ${name}`);
}

const received = ({ headers }: Request, body: Uint8Array): typeof Received.static => ({
  received: true,
  id: headers.get('webhook-id') ?? '',
  attempt: Number(headers.get('x-gatehouse-attempt')) || 1,
  bytes: body.length,
  // A character that the cut divides is left out.
  body: new TextDecoder().decode(body.subarray(0, SHOWN_BYTES), { stream: true }),
});

/** The claims of a delivery about itself. */
interface EchoCaller {
  /** The address it comes from, whose requests and unchecked bodies are counted together. */
  readonly client: string;
  readonly id: string;
  readonly seconds: string;
  readonly signature: string;
}

/** A delivery is signed when its attempt begins, and an attempt takes 30 seconds. */
const VALID_MS = 5 * 60 * 1000;

/** Throws for a stranger, an unknown instance and a webhook that points elsewhere alike. */
const unsignedError = (): AppError =>
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
      signature,
      seconds,
      id: textOf('webhook-id'),
      client: clientOf({ request }).subscriber,
    };
  },
  unprovenClientOf: (principal) => callerOf(principal).client,
  credentialOf: (principal) => `echo receiver from ${callerOf(principal).client}`,
});
