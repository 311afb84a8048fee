/** The channels of WhatsApp: looking them up and following them. */
import { type Static, Type } from '@sinclair/typebox';
import { NEWSLETTER } from '../../../core/http/example-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { fieldError, parsedBy } from '../../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import type { Newsletter, NewsletterActions } from '../../../core/providers/account-actions.ts';
import { startWhenConnected } from '../../../core/sending/sender.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';

const JID = /^[0-9]{5,25}@newsletter$/;
/** The code alone, or the link that ends in it. */
const INVITE = /^(?:https:\/\/(?:www\.)?whatsapp\.com\/channel\/)?([A-Za-z0-9_-]{5,64})$/;

const Channel = NamedObject(
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

const Invitation = NamedObject(
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

const NewsletterInfo = NamedObject('NewsletterInfo', {
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

const toNewsletterInfo = (newsletter: Newsletter): Static<typeof NewsletterInfo> =>
  structuredClone(newsletter);

const FAILING =
  'Answers 409 if the instance is not connected, 404 if the channel does not exist, and 503 if WhatsApp does not answer within 10 seconds or its answer cannot be read.';

const listNewsletters = instanceOperation('GET /newsletter/list/:instanceName', {
  tag: 'Channels',
  scope: 'read',
  summary: 'List the channels that the account follows',
  description: `Asks WhatsApp for the channels that the account follows. ${FAILING}`,
  answer: Type.Array(NewsletterInfo),
  failures: ['CONFLICT'],
  async run(parts, { instance }) {
    const found = await onNewsletters(parts, instance, (newsletters) => newsletters.all());
    return found.map(toNewsletterInfo);
  },
});

const findNewsletter = instanceOperation('POST /newsletter/info/:instanceName', {
  tag: 'Channels',
  scope: 'read',
  summary: 'Get a channel',
  description: `Returns a channel, whether or not the account follows it. ${FAILING}`,
  body: Channel,
  answer: NewsletterInfo,
  failures: ['CONFLICT'],
  run: async (parts, { instance, body: { jid } }) =>
    toNewsletterInfo(await onNewsletters(parts, instance, (newsletters) => newsletters.find(jid))),
});

const findByInvite = instanceOperation('POST /newsletter/link/:instanceName', {
  tag: 'Channels',
  scope: 'read',
  summary: 'Get the channel that a link leads to',
  description: `Looks up a channel by its link. ${FAILING}`,
  body: Invitation,
  answer: NewsletterInfo,
  failures: ['CONFLICT'],
  run: async (parts, { instance, body: { key } }) =>
    toNewsletterInfo(
      await onNewsletters(parts, instance, (newsletters) => newsletters.findByInvite(key)),
    ),
});

const follow = instanceOperation('POST /newsletter/follow/:instanceName', {
  tag: 'Channels',
  scope: 'send',
  summary: 'Follow a channel',
  description: `Follows a channel, which a NewsletterJoin event reports unless the account follows it already. ${FAILING}`,
  body: Channel,
  answer: Type.Object({ jid: Type.String(), follow: Type.Literal(true) }),
  failures: ['CONFLICT'],
  example: { answer: { jid: NEWSLETTER, follow: true } },
  async run(parts, { instance, body: { jid } }) {
    await onNewsletters(parts, instance, (newsletters) => newsletters.follow(jid));
    return { jid, follow: true as const };
  },
});

const unfollow = instanceOperation('POST /newsletter/unfollow/:instanceName', {
  tag: 'Channels',
  scope: 'send',
  summary: 'Unfollow a channel',
  description: `Takes the account out of the followers. ${FAILING}`,
  body: Channel,
  answer: Type.Object({ jid: Type.String(), unfollow: Type.Literal(true) }),
  failures: ['CONFLICT'],
  example: { answer: { jid: NEWSLETTER, unfollow: true } },
  async run(parts, { instance, body: { jid } }) {
    await onNewsletters(parts, instance, (newsletters) => newsletters.unfollow(jid));
    return { jid, unfollow: true as const };
  },
});

export const NEWSLETTER_OPERATIONS: readonly Operation[] = [
  listNewsletters,
  findNewsletter,
  findByInvite,
  follow,
  unfollow,
];

const onNewsletters = <T>(
  { sessions }: GatewayParts,
  { id }: InstanceRecord,
  call: (newsletters: NewsletterActions) => Promise<T>,
): Promise<T> =>
  startWhenConnected(sessions, id, async (session) => ({ answer: call(session.newsletters()) }));
