/** The owner of an endpoint: the operator, or the customer too. */
import { choiceField, type Field } from '../components/fields.tsx';
import { texts } from '../texts.ts';

export const ownerOf = ({ owner }: { readonly owner: 'operator' | 'customer' }): string =>
  texts().webhook.owners[owner];

export function ownerField(): Field {
  const { owner, owners, ownerHint } = texts().webhook;
  return choiceField('owner', owner, Object.entries(owners), { hint: ownerHint });
}
