/** Schemas of /template. */

import { type Static, Type } from '@sinclair/typebox';
import { Time } from '../../http/time.ts';

export const TEMPLATE_CATEGORIES = ['AUTHENTICATION', 'MARKETING', 'UTILITY'] as const;

const Category = Type.Union([
  Type.Literal('AUTHENTICATION'),
  Type.Literal('MARKETING'),
  Type.Literal('UTILITY'),
]);
const Component = Type.Object(
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

/** Shown in the documentation; `draft.ts` does the checking, so that one answer names every wrong field. */
export const TemplateRequest = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9_]{1,512}$', description: 'Unique per language' }),
    category: Category,
    language: Type.String({ description: 'Such as en or pt_BR' }),
    components: Type.Array(Component, {
      minItems: 1,
      description:
        'At most one each of HEADER (text up to 60 characters), BODY (required, up to 1024), FOOTER (up to 60) and BUTTONS (up to 10, texts up to 25)',
    }),
  },
  { additionalProperties: true },
);
