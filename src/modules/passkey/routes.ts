/** Routes of passkey ceremonies, for the browser that has the passkey. The token in the path is the only credential. */
import { type Static, Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { clientOf } from '../../core/http/client-address.ts';
import { failures } from '../../core/http/failures.ts';
import type { StreamOf } from '../../core/http/forwarding.ts';
import { NamedObject } from '../../core/http/named-object.ts';
import { principalOf } from '../../core/http/principal.ts';
import { countRequest, createMinuteCounts } from '../../core/http/rate-limit.ts';
import type { RouteExample } from '../../core/http/route-detail.ts';
import { pathOf, type Zone } from '../../core/http/zone.ts';
import {
  CEREMONY_ORIGIN,
  CEREMONY_PATH,
  type Ceremonies,
  ceremonyInstance,
} from '../../core/instances/passkey-ceremonies.ts';
import type { Ceremony, CeremonyState } from '../../core/providers/passkey.ts';
import type { Clock } from '../../core/shared/clock.ts';
import { sha256 } from '../../core/shared/crypto.ts';
import { failure } from '../../core/shared/errors.ts';
import { LimitedMap } from '../../core/shared/limited-map.ts';
import { Passkey } from '../gateway/api.ts';

const params = Type.Object({
  token: Type.String({
    description: 'Token from the link to the ceremony, valid for 5 minutes',
  }),
});
const always = failures(
  'BAD_REQUEST',
  'NOT_FOUND',
  'GONE',
  'RATE_LIMITED',
  'INTERNAL_SERVER_ERROR',
);
const acts = { ...always, ...failures('CONFLICT') };
const documented = (summary: string, description: string, example: RouteExample = {}) => ({
  detail: { tags: ['Passkeys'], security: [], summary, description, example },
});

const RESPONSE = {
  id: 'AQIDBAUGBwg',
  rawId: 'AQIDBAUGBwg',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'AQIDBAUGBwg',
    signature: 'AQIDBAUGBwg',
  },
};

const ceremonyOf = (context: object): Ceremony => principalOf<CeremonyHolder>(context).ceremony();

export const passkeyRoutes = () =>
  new Elysia({ name: 'passkey' })
    .get(`${CEREMONY_PATH}/:token`, (context) => toCeremonyView(ceremonyOf(context).state()), {
      params,
      response: { 200: CeremonyView, ...always },
      ...documented(
        'Get a passkey ceremony, as the browser needs it',
        'Returns the challenge and the state of the ceremony; needs no key. Browsers may call it only from https://web.whatsapp.com. Answers 410 once its 5 minutes are over.',
      ),
    })
    .post(
      `${CEREMONY_PATH}/:token/response`,
      async (context) => {
        await ceremonyOf(context).answer(context.body);
        return { ok: true as const };
      },
      {
        params,
        body: Credential,
        response: { 200: Taken, ...acts },
        ...documented(
          "Submit the response of the browser's passkey",
          'Takes the response once, and answers 409 after that. A response that cannot be the answer to the challenge is answered 400, and the ceremony goes on. If WhatsApp refuses it, the pairing ends with that reason.',
          { body: RESPONSE },
        ),
      },
    )
    .post(
      `${CEREMONY_PATH}/:token/confirm`,
      async (context) => {
        await ceremonyOf(context).confirm();
        return { ok: true as const };
      },
      {
        params,
        response: { 200: Taken, ...acts },
        ...documented(
          'Confirm that both codes are the same',
          'Confirms the code, which only a person does. Answers 409 while there is no code, and after the first time.',
        ),
      },
    );

/** A browser looks once a second or two, and several people may share an address. */
const REQUESTS_PER_MINUTE = 240;
/** The one that was seen first makes room. */
const CLIENTS_MAX = 10_000;

interface CeremonyHolder {
  /** Throws as `Ceremonies.find` does. */
  ceremony(): Ceremony;
  /** Names the token and tells nothing about it. */
  readonly tokenHash: string;
}

interface ZoneDeps {
  readonly ceremonies: Pick<Ceremonies, 'find'>;
  readonly clock: Pick<Clock, 'steady'>;
  /** Finds ceremonies at other nodes; null if no other node has ceremonies. */
  readonly forwarding?: Pick<Zone, 'forwardToOwner' | 'isAlreadyAuthenticated'> | null;
}

/** The token in the path is the credential. Its principal is a `CeremonyHolder`. */
export function passkeyZone({ ceremonies, clock, forwarding = null }: ZoneDeps): Zone {
  const counts = createMinuteCounts(clock, new LimitedMap(CLIENTS_MAX));
  return {
    prefixes: [CEREMONY_PATH],
    corsOrigins: [CEREMONY_ORIGIN],
    ...forwarding,
    authenticate(request): CeremonyHolder {
      const { subscriber } = clientOf({ request });
      const { isExceeded, resetSeconds } = countRequest(counts, subscriber, REQUESTS_PER_MINUTE);
      if (isExceeded) {
        throw failure(
          'too_many_passkey_requests',
          {},
          { headers: { 'retry-after': String(resetSeconds) } },
        );
      }
      const token = tokenIn(request);
      return { ceremony: () => ceremonies.find(token), tokenHash: sha256(token) };
    },
    // Before a body is read, and once it is known that this node is asked.
    authorize: (principal) => void (principal as CeremonyHolder).ceremony(),
    loggedPath: (path) => path.replace(/^\/+[^/]+\/+[^/]+/, `${CEREMONY_PATH}/***`),
    // The zone's own principal, see above.
    credentialOf: (principal) => `passkey ${(principal as CeremonyHolder).tokenHash}`,
  };
}

const tokenIn = ({ url }: Request): string => pathOf(url).split('/')[2] ?? '';

/** The node that has the instance has its ceremony. */
export const ceremonyStream: StreamOf = (request) => ceremonyInstance(tokenIn(request));

/** A ceremony as a browser sees it. */
const CeremonyView = NamedObject('CeremonyView', {
  stage: Passkey.properties.stage,
  publicKey: Type.Record(Type.String(), Type.Unknown(), {
    description: 'PublicKeyCredentialRequestOptionsJSON, for navigator.credentials.get',
  }),
  skipHandoffUX: Type.Boolean({ description: 'Always false: a person confirms the code' }),
  code: Passkey.properties.code,
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the ceremony has ended; null if it is open or went well',
  }),
});

const toCeremonyView = (state: CeremonyState): Static<typeof CeremonyView> => ({
  ...state,
  publicKey: { ...state.publicKey },
  skipHandoffUX: false,
});

const bytes = (description: string, maxLength = 16_384) =>
  Type.String({
    minLength: 1,
    maxLength,
    description: `Base64url: ${description}`,
    examples: ['AbCdEfGhIjKlMnOpQrStUv'],
  });

const Credential = NamedObject(
  'PasskeyCredential',
  {
    id: bytes('the id of the passkey', 2_048),
    rawId: bytes('the id of the passkey again, as browsers give it', 2_048),
    type: Type.Literal('public-key', {
      description: 'Always `public-key`, as browsers give it',
    }),
    response: Type.Object(
      {
        clientDataJSON: bytes('what the browser signed'),
        authenticatorData: bytes('what the authenticator signed with it'),
        signature: bytes('the signature over `authenticatorData` and the hash of `clientDataJSON`'),
        userHandle: Type.Optional(
          Type.Union([Type.String({ maxLength: 2_048 }), Type.Null()], {
            description: 'Base64url: whom the passkey belongs to; null where it does not say',
            examples: [null],
          }),
        ),
      },
      {
        additionalProperties: true,
        description: 'The answer to the challenge: what was signed, and the signature',
      },
    ),
    authenticatorAttachment: Type.Optional(
      Type.Union([Type.String({ maxLength: 64 }), Type.Null()], {
        description: 'Location of the passkey: `platform`, `cross-platform`, or null',
        examples: ['platform'],
      }),
    ),
    clientExtensionResults: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Results of extensions of the browser, which are not looked at',
      }),
    ),
  },
  {
    additionalProperties: true,
    description: 'Result of toJSON() of the PublicKeyCredential',
  },
);

const Taken = NamedObject('CeremonyTaken', { ok: Type.Literal(true) });
