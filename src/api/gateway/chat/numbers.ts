/** Looking up who has phone numbers. */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../http/named-object.ts';
import { readBy, type Wrong, wrong } from '../../../http/read-fields.ts';
import { recipientOf } from '../../../sending/recipient.ts';
import { JID, LID, NUMBER } from '../examples/known.ts';
import { chatOperation } from './operation.ts';

const NUMBERS_MAX = 500;
const BY_NUMBER = /^([0-9]{5,20})(?:@(?:s\.whatsapp\.net|c\.us))?$/;

interface AskedNumber {
  readonly given: string;
  readonly digits: string;
}

function readNumbers(value: unknown): readonly AskedNumber[] | Wrong {
  if (!Array.isArray(value) || value.length === 0 || value.length > NUMBERS_MAX)
    return wrong(`must be a list of 1-${NUMBERS_MAX} phone numbers`);
  const asked = value.map((given) => {
    const recipient = typeof given === 'string' ? recipientOf(given) : null;
    return { given: String(given), digits: BY_NUMBER.exec(recipient ?? '')?.[1] ?? '' };
  });
  const place = asked.findIndex(({ digits }) => digits === '');
  return place === -1
    ? asked
    : wrong(`must hold phone numbers with their country code: number ${place + 1} is none`);
}

const NumberFound = NamedObject('NumberFound', {
  jid: Type.String({ description: 'Of nobody: what it would be' }),
  exists: Type.Boolean(),
  number: Type.String({ description: 'As it was given' }),
  lid: Type.Optional(Type.String({ description: 'The address that hides the number' })),
});

export const whatsappNumbers = chatOperation('POST /chat/whatsappNumbers/:instanceName', {
  scope: 'send',
  summary: 'Whether phone numbers are on the platform',
  description:
    'In the order of `numbers`. Who is found is remembered for 30 days, that nobody is for one day; the rest is asked at 50 numbers a second, since WhatsApp bans accounts that ask faster. Brazilian, Mexican and Argentinian numbers are tried with and without the digit that was added to them.',
  body: Type.Object(
    {
      numbers: readBy(
        Type.Array(Type.String(), {
          minItems: 1,
          maxItems: NUMBERS_MAX,
          description: `The phone numbers to look up, 1-${NUMBERS_MAX}, each with its country code`,
        }),
        readNumbers,
      ),
    },
    { additionalProperties: true },
  ),
  answer: Type.Array(NumberFound),
  agent: { tool: 'check_numbers', effect: 'reads', reachesOut: true },
  example: {
    body: { numbers: [NUMBER] },
    answer: [{ jid: JID, exists: true, number: NUMBER, lid: LID }],
  },
  async act({ numbers }, { chats }) {
    const found = await chats.lookUp(numbers.map(({ digits }) => digits));
    return numbers.map(({ given, digits }, place) => {
      const { jid = null, lid = null } = found[place] ?? {};
      return {
        jid: jid ?? `${digits}@s.whatsapp.net`,
        exists: jid !== null,
        number: given,
        ...(lid !== null && { lid }),
      };
    });
  },
});
