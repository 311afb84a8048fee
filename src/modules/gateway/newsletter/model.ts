/** Schemas of requests and answers about channels. */

import { type Static, Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { fieldError, parsedBy } from '../../../core/http/read-fields.ts';
import type { Newsletter } from '../../../core/providers/account-actions.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';

const JID = /^[0-9]{5,25}@newsletter$/;
/** The code alone, or the link that ends in it. */
const INVITE = /^(?:https:\/\/(?:www\.)?whatsapp\.com\/channel\/)?([A-Za-z0-9_-]{5,64})$/;

export const Channel = NamedObject(
  'WhichNewsletter',
  {
    jid: Type.String({
      pattern: JID.source,
      description: 'JID of the channel, such as `120363000000000002@newsletter`',
      examples: ['120363000000000002@newsletter'],
      failsWith: problem('not_channel_jid'),
    }),
  },
  { additionalProperties: true },
);

export const Invitation = NamedObject(
  'NewsletterInvitation',
  {
    key: parsedBy(
      Type.String({
        pattern: INVITE.source,
        description: 'The link of a channel, or the code at its end',
        examples: ['https://whatsapp.com/channel/0029VaAbCdEfGhIjKlMnOpQ'],
      }),
      (value) => {
        if (value === undefined) return fieldError('required');
        const [, code] = INVITE.exec(typeof value === 'string' ? value : '') ?? [];
        return code ?? fieldError('not_channel_link');
      },
    ),
  },
  { additionalProperties: true },
);

export const NewsletterInfo = NamedObject('NewsletterInfo', {
  id: Type.String({ description: 'The JID' }),
  state: Type.Object({
    type: Type.String({ description: 'ACTIVE, or why the channel is not active' }),
  }),
  thread_metadata: Type.Object({
    creation_time: Type.String({ description: 'Seconds since 1970' }),
    invite: Type.String({ description: 'Code at the end of its link' }),
    name: Type.Object({ text: Type.String(), id: Type.String() }),
    description: Type.Object({ text: Type.String() }),
    subscribers_count: Type.Integer(),
    verification: Type.String({ description: 'VERIFIED or UNVERIFIED' }),
    picture: Type.Union([Type.Object({ url: Type.String() }), Type.Null()]),
  }),
  viewer_metadata: Type.Object({
    mute: Type.String({ description: 'ON or OFF' }),
    role: Type.String({
      description: 'SUBSCRIBER, ADMIN or OWNER; GUEST: the account does not follow it',
    }),
  }),
});

export const toNewsletterInfo = (newsletter: Newsletter): Static<typeof NewsletterInfo> =>
  structuredClone(newsletter);
