/** Reports of the official API about a number or its account that have no event type of their own. */
import { Type } from '@sinclair/typebox';
import { eventType, object, orNull, text } from './event-type.ts';

export const platformNotice = eventType(
  'PlatformNotice',
  object('A notice of Meta about a number or its account', {
    Field: text("Subject of the notice in Meta's word, such as `phone_number_quality_update`"),
    Number: orNull(
      'Number in digits; null if the notice is about the whole account',
      Type.String(),
    ),
    Notice: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The notice as Meta sent it',
    }),
  }),
)({
  category: 'PLATFORM',
  olderNames: [],
  summary: 'Meta reports something about an official number or its account, such as a new limit',
  sample: () => ({
    Field: 'phone_number_quality_update',
    Number: '5511988880000',
    Notice: {
      display_phone_number: '5511988880000',
      event: 'UPGRADE',
      old_limit: 'TIER_1K',
      current_limit: 'TIER_10K',
    },
  }),
  evolution: (data) => ({ event: 'platform.notice', data }),
});

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
