/** Schemas of /template. */

import { type Static, Type } from '@sinclair/typebox';
import { Time } from '../../http/time.ts';

export const TEMPLATE_CATEGORIES = ['AUTHENTICATION', 'MARKETING', 'UTILITY'] as const;

export const Component = Type.Object(
  { type: Type.String({ description: 'HEADER, BODY, FOOTER or BUTTONS' }) },
  { additionalProperties: true },
);

export const Template = Type.Object({
  id: Type.String(),
  name: Type.String(),
  language: Type.String(),
  category: Type.String({ description: TEMPLATE_CATEGORIES.join(', ') }),
  status: Type.String({ description: 'APPROVED, PENDING, REJECTED, …' }),
  components: Type.Array(Component),
  created_at: Time(),
  updated_at: Time(),
});
export type Template = Static<typeof Template>;
