/** Calls that come in. */
import { Type } from '@sinclair/typebox';
import { Text } from '../../../core/http/field-types.ts';
import { parsedIfPresent } from '../../../core/http/read-fields.ts';
import { readRecipient } from '../../../core/sending/recipient.ts';
import { chatOperation } from './operation.ts';

const ID_CHARACTERS_MAX = 128;

const Caller = parsedIfPresent(
  Type.String({
    description: 'Caller: a phone number or a JID; absent rejects the call of any caller',
    examples: ['5511888880000@s.whatsapp.net'],
  }),
  readRecipient,
);

export const rejectCall = chatOperation('POST /call/reject/:instanceName', {
  scope: 'send',
  summary: 'Reject a call',
  description:
    'Rejects a ringing call, by the `CallID` and `From` of its CallOffer event. Answers 404 if it has ended, or somebody else calls.',
  body: Type.Object(
    {
      callId: Text({
        minLength: 1,
        maxLength: ID_CHARACTERS_MAX,
        description: 'Id of the call, `CallID` of its CallOffer event',
        examples: ['C0FFEE0123456789'],
      }),
      callFrom: Caller,
    },
    { additionalProperties: true },
  ),
  status: 201,
  answer: Type.Object({ callId: Type.String(), rejected: Type.Literal(true) }),
  async act({ callId, callFrom }, { session }) {
    await session.phoneCalls().reject(callId, callFrom);
    return { callId, rejected: true as const };
  },
});
