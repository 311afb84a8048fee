/** What the platform says of the templates of a sandbox, where nobody reviews them by themselves. */
import { Type } from '@sinclair/typebox';
import { words } from '../../http/read-fields.ts';
import { invalid } from '../../shared/errors.ts';
import { type Step, stepOf } from './common-routes.ts';
import { lenient } from './model.ts';

const STATUSES = ['APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED', 'FLAGGED'] as const;

const text = (description: string) => Type.String({ minLength: 1, maxLength: 512, description });

const TemplateReview = Type.Object(
  {
    name: text('Of the template'),
    language: text('Such as en or pt_BR'),
    status: Type.Optional(words(...STATUSES)),
    quality: Type.Optional(words('GREEN', 'YELLOW', 'RED')),
    reason: Type.Optional(text('Why, as its event has it')),
  },
  lenient,
);

export const templateStep: Step = stepOf({
  name: 'template',
  body: TemplateReview,
  summary: 'The platform approves, rejects or pauses a template, or rates it',
  description: 'Not found for a template that is not there. `status` or `quality` is needed.',
  said: 'Template reviewed',
  run: (sandbox, review) => {
    if (review.status === undefined && review.quality === undefined)
      throw invalid('name status or quality');
    return sandbox.template(review);
  },
});
