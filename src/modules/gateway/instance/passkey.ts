/** The passkey that WhatsApp asks for, in answers about the instance. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { words } from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import { CEREMONY_STAGES, type PasskeyOffer } from '../../../core/providers/passkey.ts';
import { iso } from '../../../core/shared/clock.ts';

/** A ceremony as who pairs an instance sees it. */
export const Passkey = NamedObject(
  'PasskeyOffer',
  {
    stage: words(...CEREMONY_STAGES),
    openUrl: Type.String({
      description:
        'URL to open in a browser that can use the passkey; the browser needs an extension',
    }),
    ceremonyUrl: Type.String({
      description: 'URL where that extension reads the ceremony and answers',
    }),
    code: Type.Union([Type.String(), Type.Null()], {
      description:
        'Code to compare with the one on the phone, such as ABCD-1234; null until it is known',
    }),
    expiresAt: Time(),
  },
  { description: 'The open passkey ceremony, while WhatsApp asks for the passkey of the account' },
);

export const toPasskey = (offer: PasskeyOffer): Static<typeof Passkey> => {
  const { stage, openUrl, ceremonyUrl, code, expiresAt } = offer;
  return { stage, openUrl, ceremonyUrl, code, expiresAt: iso(expiresAt) };
};
