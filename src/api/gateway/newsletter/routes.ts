/** Routes of /newsletter. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs, type Scope } from '../../../instances/scopes.ts';
import type { Sessions } from '../../../instances/sessions.ts';
import type { NewsletterActions } from '../../../providers/newsletters.ts';
import { begunWhenConnected } from '../../../sending/sender.ts';
import { instanceFor } from '../guard.ts';
import { connectedFailures, instanceParams } from '../operation.ts';
import { Channel, Invitation, NewsletterInfo, toNewsletterInfo } from './model.ts';

interface NewsletterDeps {
  readonly directory: InstanceDirectory;
  readonly sessions: Sessions;
}

export const newsletterRoutes = (deps: NewsletterDeps) =>
  new Elysia({ name: 'newsletter' }).use(lookUp(deps)).use(following(deps));

type OnNewsletters = <T>(call: (newsletters: NewsletterActions) => Promise<T>) => Promise<T>;

/** For the instance that a request's path names, which is refused before anything else of the request. */
function onNewslettersOf(
  { directory, sessions }: NewsletterDeps,
  request: Request,
  { instanceName = '' }: Readonly<Record<string, string | undefined>>,
): OnNewsletters {
  const { id } = instanceFor({ request }, directory, instanceName);
  return (call) =>
    begunWhenConnected(sessions, id, async (session) => ({ answer: call(session.newsletters()) }));
}

const detail = (scope: Scope, summary: string, more = '') => ({
  tags: ['Channels'],
  security: needs(scope),
  summary,
  description: `${more}An instance that is not connected is a conflict, and a channel that does not exist is not found; where WhatsApp gives no answer within 10 seconds, or none that can be read, the service is unavailable.`,
});

const lookUp = (deps: NewsletterDeps) =>
  new Elysia({ name: 'newsletter-look-up' })
    .derive(({ request, params }) => ({ onNewsletters: onNewslettersOf(deps, request, params) }))
    .get(
      '/newsletter/list/:instanceName',
      async ({ onNewsletters }) =>
        (await onNewsletters((newsletters) => newsletters.all())).map(toNewsletterInfo),
      {
        params: instanceParams,
        response: { 200: Type.Array(NewsletterInfo), ...connectedFailures },
        detail: detail('read', 'The channels that the account follows'),
      },
    )
    .post(
      '/newsletter/info/:instanceName',
      async ({ onNewsletters, body }) => {
        const { jid } = checkedFields(Channel, body);
        return toNewsletterInfo(await onNewsletters((newsletters) => newsletters.find(jid)));
      },
      {
        params: instanceParams,
        body: uncheckedBody(Channel),
        response: { 200: NewsletterInfo, ...connectedFailures },
        detail: detail('read', 'A channel', 'Whether the account follows it or not. '),
      },
    )
    .post(
      '/newsletter/link/:instanceName',
      async ({ onNewsletters, body }) => {
        const { key } = checkedFields(Invitation, body);
        return toNewsletterInfo(
          await onNewsletters((newsletters) => newsletters.findByInvite(key)),
        );
      },
      {
        params: instanceParams,
        body: uncheckedBody(Invitation),
        response: { 200: NewsletterInfo, ...connectedFailures },
        detail: detail('read', 'The channel that a link leads to'),
      },
    );

const following = (deps: NewsletterDeps) =>
  new Elysia({ name: 'newsletter-following' })
    .derive(({ request, params }) => ({ onNewsletters: onNewslettersOf(deps, request, params) }))
    .post(
      '/newsletter/follow/:instanceName',
      async ({ onNewsletters, body }) => {
        const { jid } = checkedFields(Channel, body);
        await onNewsletters((newsletters) => newsletters.follow(jid));
        return { jid, follow: true as const };
      },
      {
        params: instanceParams,
        body: uncheckedBody(Channel),
        response: {
          200: Type.Object({ jid: Type.String(), follow: Type.Literal(true) }),
          ...connectedFailures,
        },
        detail: detail(
          'send',
          'Follow a channel',
          'A NewsletterJoin event says so, unless the account follows it already. ',
        ),
      },
    )
    .post(
      '/newsletter/unfollow/:instanceName',
      async ({ onNewsletters, body }) => {
        const { jid } = checkedFields(Channel, body);
        await onNewsletters((newsletters) => newsletters.unfollow(jid));
        return { jid, unfollow: true as const };
      },
      {
        params: instanceParams,
        body: uncheckedBody(Channel),
        response: {
          200: Type.Object({ jid: Type.String(), unfollow: Type.Literal(true) }),
          ...connectedFailures,
        },
        detail: detail('send', 'Follow a channel no longer'),
      },
    );
