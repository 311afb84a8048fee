/** What is offered to pair with, in the state of a connection: how long a code is still good, and which one it is. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { words } from '../../../http/read-fields.ts';
import type { PairingOffer } from '../../../providers/provider.ts';
import { toPasskey } from '../../passkey/model.ts';

export const OfferedCode = NamedObject(
  'OfferedCode',
  {
    kind: words('qr', 'code'),
    count: Type.Optional(Type.Integer({ description: 'Which QR code of this attempt it is' })),
    maxCount: Type.Optional(
      Type.Integer({ description: 'After so many QR codes the attempt ends: QRCODE_MAX_COUNT' }),
    ),
    expiresInMs: Type.Integer({ description: 'For how long the code is still good' }),
  },
  {
    description:
      'The code to pair with at this moment; the code itself is in GET /instance/connect',
  },
);

export function toOffered(offer: PairingOffer | null) {
  if (offer === null) return {};
  if (offer.kind === 'passkey') return { passkey: toPasskey(offer) };
  const { kind, expiresInMs } = offer;
  const which = kind === 'qr' && { count: offer.count, maxCount: offer.maxCount };
  const code: Static<typeof OfferedCode> = { kind, ...which, expiresInMs: Math.ceil(expiresInMs) };
  return { code };
}
