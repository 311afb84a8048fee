/** Decides about the templates of a sandbox, which nobody else reviews. */
import { Type } from '@sinclair/typebox';
import { described } from '../../../http/openapi-schema.ts';
import { words } from '../../../http/read-fields.ts';
import { invalid } from '../../../shared/errors.ts';
import { lenient } from './model.ts';
import { step } from './step.ts';

const STATUSES = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED', 'FLAGGED'] as const;

const text = (description: string) => Type.String({ minLength: 1, maxLength: 512, description });

const TemplateReview = Type.Object(
  {
    name: text('Name of the template, such as `order_ready`'),
    language: text('Language of the template, such as en or pt_BR'),
    status: Type.Optional(
      described('What the platform says of the template now', words(...STATUSES)),
    ),
    quality: Type.Optional(
      described('How people react to the template', words('GREEN', 'YELLOW', 'RED')),
    ),
    reason: Type.Optional(text('Why, in words, as the event of it says')),
  },
  lenient,
);

export const templateStep = step('template', {
  body: TemplateReview,
  summary: 'The platform approves, rejects or pauses a template, or rates it',
  description: 'Not found for a template that is not there. `status` or `quality` is needed.',
  example: { body: { name: 'order_ready', language: 'en_US', status: 'APPROVED' } },
  said: 'Template reviewed',
  run(sandbox, review) {
    if (review.status === undefined && review.quality === undefined)
      throw invalid('name status or quality');
    return sandbox.template(review);
  },
});
