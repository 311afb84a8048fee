/** Reads what Meta says of a number, asked of the Graph API with a token. */
import { type Fields, record, text } from '../../core/providers/foreign-values.ts';
import type { Graph } from './graph.ts';
import { pages } from './pages.ts';

/** In Meta's own words; null where it does not say. */
export interface NumberFacts {
  /** As Meta shows it, such as `+44 7900 112233`. */
  readonly displayPhoneNumber: string;
  /** The name that people see as the sender, or '' before Meta has verified one. */
  readonly verifiedName: string;
  /** Only a number that is CONNECTED can send. */
  readonly status: string;
  /** GREEN, YELLOW, RED or UNKNOWN. */
  readonly qualityRating: string | null;
  /** The status of the name: APPROVED, DECLINED, …. */
  readonly nameStatus: string | null;
  /** STANDARD or HIGH: how many messages a second. */
  readonly throughput: string | null;
  /** TIER_250 … TIER_UNLIMITED: to how many people a day it may write first. Only webhooks tell it. */
  readonly messagingLimit: string | null;
}

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
