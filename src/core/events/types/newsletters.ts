import { type Static, Type } from '@sinclair/typebox';
import { count, eventType, object, orNull, text } from './event-type.ts';

export const newsletterJoin = eventType(
  'NewsletterJoin',
  object('The channel that the account follows now', {
    id: text('JID of the channel, ending in `@newsletter`'),
    state: Type.Object(
      { type: text('`ACTIVE`, or what else WhatsApp says of the channel') },
      { description: 'Whether the channel is in use' },
    ),
    thread_metadata: Type.Object(
      {
        creation_time: text('When the channel was made, in seconds since 1970'),
        invite: text('Code at the end of the link to the channel'),
        name: Type.Object(
          {
            text: text('Name of the channel as people see it'),
            id: text('Id of this version of the name'),
          },
          { description: 'The name of the channel' },
        ),
        description: Type.Object(
          { text: text('The description of the channel, in words') },
          { description: 'The description of the channel' },
        ),
        subscribers_count: count('How many people follow the channel'),
        verification: text('`VERIFIED` or `UNVERIFIED`, as WhatsApp says'),
        picture: orNull(
          'Picture of the channel; null without one',
          Type.Object({ url: text('URL where the picture can be fetched') }),
        ),
      },
      { description: 'Details of the channel, as WhatsApp reports them' },
    ),
    viewer_metadata: Type.Object(
      {
        mute: text('`ON` when the account has muted the channel, else `OFF`'),
        role: text('Role of the account in the channel, such as `SUBSCRIBER`'),
      },
      { description: 'Role and mute of the account in the channel' },
    ),
  }),
)({
  category: 'NEWSLETTER',
  olderNames: [],
  summary: 'The account follows a channel now',
  chatOf: ({ id }) => id,
  sample: () => ({
    id: '120363000000000002@newsletter',
    state: { type: 'ACTIVE' },
    thread_metadata: {
      creation_time: '1767225600',
      invite: 'sample',
      name: { text: 'Sample channel', id: '1' },
      description: { text: 'A channel to try things out' },
      subscribers_count: 1,
      verification: 'UNVERIFIED',
      picture: null,
    },
    viewer_metadata: { mute: 'OFF', role: 'SUBSCRIBER' },
  }),
  evolution: (data) => ({ event: 'newsletter.join', data }),
});
export type NewsletterJoinData = Static<typeof newsletterJoin.payload>;
