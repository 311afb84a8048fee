/** Events about the message templates of an account of the official API. */
import { Type } from '@sinclair/typebox';
import { eventType } from './event-type.ts';
import { object, orNull, text } from './fields.ts';

export const templateUpdate = eventType(
  'TemplateUpdate',
  object('The template, and what changed of it', {
    ID: text('Id of the template; empty if it is not known exactly'),
    Name: text('Name of the template, such as `order_ready`'),
    Language: text('Language of the template, such as `en` or `pt_BR`'),
    Status: orNull('APPROVED, REJECTED, PAUSED, DELETED and others', Type.String()),
    Category: orNull('The new category, such as `MARKETING`', Type.String()),
    Quality: orNull('GREEN, YELLOW or RED, as people react to it', Type.String()),
    Reason: orNull("Why, in the platform's words", Type.String()),
  }),
)({
  category: 'TEMPLATE',
  olderNames: [],
  summary: 'A template was approved, rejected or paused, or has another category or quality',
  sample: () => ({
    ID: '1689556908129832',
    Name: 'order_ready',
    Language: 'en',
    Status: 'APPROVED',
    Category: null,
    Quality: null,
    Reason: null,
  }),
  evolution: (data) => ({ event: 'template.update', data }),
});
