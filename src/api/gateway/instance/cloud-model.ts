/** Schemas of what is shown of a number of WhatsApp's official API. No secret is among it. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import type { CloudNumber } from '../../../providers/whatsapp-cloud/numbers.ts';

const told = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const CloudDetails = NamedObject(
  'CloudNumber',
  {
    phoneNumberId: Type.String(),
    businessAccountId: Type.String(),
    displayPhoneNumber: Type.String({ description: 'As Meta shows it' }),
    verifiedName: Type.String({ description: 'What people see as the sender' }),
    status: Type.String({ description: 'CONNECTED alone can send' }),
    qualityRating: told('GREEN, YELLOW, RED or UNKNOWN'),
    nameStatus: told('Whether Meta has approved the name'),
    throughput: told('STANDARD or HIGH: how many messages a second'),
    messagingLimit: told('TIER_250 … TIER_UNLIMITED, once a webhook has told it'),
    hasAppSecret: Type.Boolean({ description: 'Whether it has one of its own' }),
    hasVerifyToken: Type.Boolean({ description: 'Whether it has one of its own' }),
  },
  { description: 'Of whatsapp-cloud alone: what Meta last said of the number' },
);

export const toCloudDetails = (number: CloudNumber): Static<typeof CloudDetails> => ({
  phoneNumberId: number.phoneNumberId,
  businessAccountId: number.businessAccountId,
  ...number.facts,
  hasAppSecret: number.appSecret !== null,
  hasVerifyToken: number.verifyToken !== null,
});

/** Of answers to what gave an instance its access token. */
export const subscriptionFields = {
  webhookSubscribed: Type.Optional(
    Type.Boolean({ description: 'Of whatsapp-cloud: whether Meta sends what comes in' }),
  ),
  reason: Type.Optional(Type.String({ description: 'Why it does not' })),
};
