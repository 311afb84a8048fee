/** Reads what Meta says of a number, asked of the Graph API with a token. */
import type { NumberFacts } from '../../core/providers/credentials.ts';
import { type Fields, record, text } from '../../core/providers/foreign-values.ts';
import type { Graph } from './graph.ts';
import { pages } from './pages.ts';

const FIELDS = 'id,display_phone_number,verified_name,status,quality_rating,name_status,throughput';

const factsOf = (fields: Fields): NumberFacts => ({
  displayPhoneNumber: text(fields.display_phone_number),
  verifiedName: text(fields.verified_name),
  status: text(fields.status) || 'UNKNOWN',
  qualityRating: text(fields.quality_rating) || null,
  nameStatus: text(fields.name_status) || null,
  throughput: text(record(fields.throughput).level) || null,
  messagingLimit: null,
});

/** Returns the number as digits only: `447900112233`. */
export const digitsOf = ({ displayPhoneNumber }: NumberFacts): string =>
  displayPhoneNumber.replace(/\D/g, '');

/** Throws GraphFailure when Meta does not show the number to the token. */
export const readNumber = async (graph: Graph, phoneNumberId: string): Promise<NumberFacts> =>
  factsOf(await graph.get(`/${phoneNumberId}`, { fields: FIELDS }));

/**
 * Tells whether the number is one of the account. Throws GraphFailure when Meta does not show the account to the token.
 */
export async function belongsTo(
  graph: Graph,
  phoneNumberId: string,
  businessAccountId: string,
): Promise<boolean> {
  const path = `/${businessAccountId}/phone_numbers`;
  const numbers = await pages(graph, path, { fields: 'id', limit: '100' });
  return numbers.some(({ id }) => id === phoneNumberId);
}
