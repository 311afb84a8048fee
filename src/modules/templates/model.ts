/** Schemas of /template. */

import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../core/http/named-object.ts';
import { words } from '../../core/http/read-fields.ts';
import { Time } from '../../core/http/time.ts';
import {
  PARAMETER_FORMATS,
  TEMPLATE_CATEGORIES,
  type Template as TemplateRecord,
} from '../../core/providers/templates.ts';
import { iso } from '../../core/shared/clock.ts';

export const Component = NamedObject(
  'TemplateComponent',
  {
    type: Type.String({
      description:
        'HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, LIMITED_TIME_OFFER or CALL_PERMISSION_REQUEST',
      examples: ['BODY'],
    }),
  },
  { additionalProperties: Type.Unknown({ description: 'Fields of a component of this type' }) },
);

const orNull = <T extends ReturnType<typeof Type.String>>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const Template = NamedObject('Template', {
  id: Type.String(),
  name: Type.String(),
  language: Type.String(),
  category: Type.String({ description: TEMPLATE_CATEGORIES.join(', ') }),
  status: Type.String({ description: 'APPROVED, PENDING, REJECTED, PAUSED, …' }),
  components: Type.Array(Component),
  parameter_format: words(...PARAMETER_FORMATS),
  message_send_ttl_seconds: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Seconds for which delivery is tried; null uses the default of the platform',
  }),
  quality_score: orNull(Type.String(), 'GREEN, YELLOW or RED; null if unknown'),
  rejected_reason: orNull(
    Type.String(),
    'Why a template is REJECTED; null if the platform gave no reason',
  ),
  created_at: orNull(Time(), 'Null if the platform does not tell the time'),
  updated_at: orNull(Time(), 'Null if the platform does not tell the time'),
});

const timeOf = (ms: number | null): string | null => (ms === null ? null : iso(ms));

export const toTemplate = (template: TemplateRecord): Static<typeof Template> => ({
  id: template.id,
  name: template.name,
  language: template.language,
  category: template.category,
  status: template.status,
  components: [...template.components],
  parameter_format: template.parameterFormat,
  message_send_ttl_seconds: template.ttlSeconds,
  quality_score: template.quality,
  rejected_reason: template.rejectedReason,
  created_at: timeOf(template.createdAt),
  updated_at: timeOf(template.updatedAt),
});
