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
    status: Type.Optional(described('New status of the template', words(...STATUSES))),
    quality: Type.Optional(
      described('How people react to the template, from now on', words('GREEN', 'YELLOW', 'RED')),
    ),
    reason: Type.Optional(text('Reason in words, as the event gives it')),
  },
  lenient,
);

export const templateStep = step('template', {
  body: TemplateReview,
  summary: "Simulate the platform's decision on a template",
  description:
    'Approves, rejects, pauses or rates a template; `status` or `quality` is required. Answers 404 if the template does not exist.',
  example: { body: { name: 'order_ready', language: 'en_US', status: 'APPROVED' } },
  said: 'Template reviewed',
  run(sandbox, review) {
    if (review.status === undefined && review.quality === undefined)
      throw invalid('name status or quality');
    return sandbox.template(review);
  },
});
