/** The channels of WhatsApp: looking them up and following them. */
import { Type } from '@sinclair/typebox';
import { NEWSLETTER } from '../../../core/http/example-values.ts';
import type { InstanceRecord } from '../../../core/instances/directory.ts';
import type { NewsletterActions } from '../../../core/providers/account-actions.ts';
import { startWhenConnected } from '../../../core/sending/sender.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import type { GatewayParts } from '../parts.ts';
import { Channel, Invitation, NewsletterInfo, toNewsletterInfo } from './model.ts';

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
