/** The number of an instance, as the Graph API shows numbers. */
import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';
import { GraphMedia, mediaObject, OF_NUMBER } from './media.ts';
import type { GraphCall, GraphRows } from './operation.ts';

const GraphNumber = NamedObject('GraphNumber', {
  id: Type.String(),
  display_phone_number: Type.String({ description: 'The number as people write it' }),
  verified_name: Type.String({ description: 'The name that people see' }),
  quality_rating: Type.String({ description: 'GREEN, YELLOW, RED or UNKNOWN' }),
});

function numberOf({ instance, id, parts }: GraphCall): Static<typeof GraphNumber> {
  const facts = parts.cloud.numbers.byInstance(instance.id)?.facts;
  const digits = /^\d+/.exec(instance.ownerJid ?? instance.number ?? '')?.[0] ?? '';
  return {
    id,
    display_phone_number: facts?.displayPhoneNumber ?? (digits && `+${digits}`),
    verified_name: facts?.verifiedName ?? instance.profileName ?? instance.name,
    quality_rating: facts?.qualityRating ?? 'UNKNOWN',
  };
}

export const NUMBERS: GraphRows = {
  'GET /:id': {
    scope: 'read',
    summary: 'A number, or a file',
    description: 'What the id in the path names.',
    query: OF_NUMBER,
    isOfFiles: true,
    answer: Type.Union([GraphNumber, GraphMedia]),
    run: (call) => (call.id === call.instance.phoneNumberId ? numberOf(call) : mediaObject(call)),
  },
};
