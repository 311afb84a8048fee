/** Schemas of passkey ceremonies. */

import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../core/http/named-object.ts';
import type { CeremonyState } from '../../core/providers/passkey.ts';
import { Passkey } from '../gateway/api.ts';

/** A ceremony as a browser sees it. */
export const CeremonyView = NamedObject('CeremonyView', {
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
