/** Reports of the official API about a number or its account that have no event type of their own. */
import { Type } from '@sinclair/typebox';
import { eventType } from './event-type.ts';
import { object, orNull, text } from './fields.ts';

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
