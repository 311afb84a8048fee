/** Looking up who has phone numbers. */
import { Type } from '@sinclair/typebox';
import { JID, LID, NUMBER } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { type FieldError, fieldError, parsedBy } from '../../../core/http/read-fields.ts';
import { chatOf, readNumberOrJid } from '../../../core/shared/addresses/chat-address.ts';
import { UnreadableAddress } from '../../../core/shared/addresses/unreadable-address.ts';
import { withSentence } from '../../../core/shared/reasons/problems.ts';
import { chatOperation } from './operation.ts';

const NUMBERS_MAX = 500;
/** The most characters of an invalid number that the answer repeats. */
const SHOWN_MAX = 256;

interface AskedNumber {
  readonly input: string;
  readonly read: string | UnreadableAddress;
}

function readNumbers(value: unknown): readonly AskedNumber[] | FieldError {
  if (!Array.isArray(value) || value.length === 0 || value.length > NUMBERS_MAX)
    return fieldError('not_phone_numbers', { max: NUMBERS_MAX });
  return value.map((one) => ({ input: shortened(one), read: readNumberOrJid(one) }));
}

const shortened = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, SHOWN_MAX) : JSON.stringify(value).slice(0, SHOWN_MAX);

const NumberFound = NamedObject('NumberFound', {
  jid: Type.String({
    description:
      'JID of the number, or the JID that it would have if nobody has it; empty if it cannot be a phone number',
  }),
  exists: Type.Boolean(),
  number: Type.String({ description: 'As it was given' }),
  lid: Type.Optional(Type.String({ description: 'LID, the address that hides the number' })),
  reason: Type.Optional(
    Type.String({ description: 'Why it cannot be a phone number; the others are still looked up' }),
  ),
});

export const whatsappNumbers = chatOperation('POST /chat/whatsappNumbers/:instanceName', {
  scope: 'send',
  summary: 'Check whether phone numbers are on the platform',
  description:
    'Returns a row for each number, in the order of `numbers`; a row says why if its entry cannot be a phone number. A number that was found is remembered for 30 days, others for one day. The rest is asked at 50 numbers a second, since WhatsApp bans accounts that ask faster. Brazilian, Mexican and Argentinian numbers are tried with and without the digit that was added to them.',
  body: Type.Object(
    {
      numbers: parsedBy(
        Type.Array(Type.String(), {
          minItems: 1,
          maxItems: NUMBERS_MAX,
          description: `Phone numbers to look up, 1-${NUMBERS_MAX}, each with its country code`,
          examples: [['5511888880000']],
        }),
        readNumbers,
      ),
    },
    { additionalProperties: true },
  ),
  answer: Type.Array(NumberFound),
  agent: { tool: 'check_numbers', effect: 'reads', reachesOut: true },
  example: { answer: [{ jid: JID, exists: true, number: NUMBER, lid: LID }] },
  async act({ numbers }, { chats }) {
    const asked = numbers.flatMap(({ read }) => (read instanceof UnreadableAddress ? [] : read));
    const answers = asked.length === 0 ? [] : await chats.lookUp(asked);
    const found = new Map(asked.map((digits, place) => [digits, answers[place]]));
    return numbers.map(({ input, read }) => {
      if (read instanceof UnreadableAddress)
        return {
          jid: '',
          exists: false,
          number: input,
          reason: `number ${withSentence(read.problem).message}`,
        };
      const { jid = null, lid = null } = found.get(read) ?? {};
      return {
        jid: jid ?? chatOf(read),
        exists: jid !== null,
        number: input,
        ...(lid !== null && { lid }),
      };
    });
  },
});
