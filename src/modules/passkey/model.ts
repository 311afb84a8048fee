/** Schemas of passkey ceremonies. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../core/http/named-object.ts';
import { words } from '../../core/http/read-fields.ts';
import { Time } from '../../core/http/time.ts';
import {
  CEREMONY_STAGES,
  type CeremonyState,
  type PasskeyOffer,
} from '../../core/providers/passkey/ceremony.ts';
import { iso } from '../../core/shared/clock.ts';

const Stage = words(...CEREMONY_STAGES);
const Code = Type.Union([Type.String(), Type.Null()], {
  description:
    'Code to compare with the one on the phone, such as ABCD-1234; null until it is known',
});

/** A ceremony as who pairs an instance sees it. */
export const Passkey = NamedObject(
  'PasskeyOffer',
  {
    stage: Stage,
    openUrl: Type.String({
      description:
        'URL to open in a browser that can use the passkey; the browser needs an extension',
    }),
    ceremonyUrl: Type.String({
      description: 'URL where that extension reads the ceremony and answers',
    }),
    code: Code,
    expiresAt: Time(),
  },
  { description: 'The open passkey ceremony, while WhatsApp asks for the passkey of the account' },
);

export const toPasskey = (offer: PasskeyOffer): Static<typeof Passkey> => {
  const { stage, openUrl, ceremonyUrl, code, expiresAt } = offer;
  return { stage, openUrl, ceremonyUrl, code, expiresAt: iso(expiresAt) };
};

/** A ceremony as a browser sees it. */
export const CeremonyView = NamedObject('CeremonyView', {
  stage: Stage,
  publicKey: Type.Record(Type.String(), Type.Unknown(), {
    description: 'PublicKeyCredentialRequestOptionsJSON, for navigator.credentials.get',
  }),
  skipHandoffUX: Type.Boolean({ description: 'Always false: a person confirms the code' }),
  code: Code,
  error: Type.Union([Type.String(), Type.Null()], {
    description: 'Why the ceremony has ended; null if it is open or went well',
  }),
});

export const toCeremonyView = (state: CeremonyState): Static<typeof CeremonyView> => ({
  ...state,
  publicKey: { ...state.publicKey },
  skipHandoffUX: false,
});

const bytes = (description: string, maxLength = 16_384) =>
  Type.String({
    ...{ minLength: 1, maxLength },
    description: `Base64url: ${description}`,
    examples: ['AbCdEfGhIjKlMnOpQrStUv'],
  });

export const Credential = NamedObject(
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

export const Taken = NamedObject('CeremonyTaken', { ok: Type.Literal(true) });
