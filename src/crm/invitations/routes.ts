/** Routes of /api/v1/invitations, for the invited, and of an account's invitations, for who invites. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { type AnswerContext, answerOnce } from '../../http/idempotency.ts';
import { principalOf } from '../../http/principal.ts';
import { requestIdOf } from '../../http/request-id.ts';
import { namedAccount } from '../account.ts';
import type { Caller } from '../caller.ts';
import { refusals } from '../failures.ts';
import { Uuid } from '../fields.ts';
import type { GuardContext } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import { accountInvitationRoutes } from './account-routes.ts';
import { createAnswers, type Person } from './answers.ts';
import { ReceivedInvitation } from './model.ts';

const params = Type.Object({ id: Uuid() });
const tags = ['Invitations'];

export const invitationRoutes = (parts: CrmParts) =>
  new Elysia({ name: 'invitations' }).use(personRoutes(parts)).use(accountInvitationRoutes(parts));

/** The account a request names does not matter here, but must be an id all the same. */
const fromNoAccount = {
  async admit({ request }: GuardContext) {
    namedAccount(request);
    return null;
  },
};

const personOf = (context: AnswerContext): Person => ({
  request: context.request,
  caller: principalOf<Caller>(context),
  requestId: requestIdOf(context),
});

const WHICH_TOKEN =
  'Any token of the person will do, unless its scopes leave out something they may do where it opens (403). Neither the acting account nor what the token is bound to matters; a bound token stays bound.';

const personRoutes = (parts: CrmParts) => {
  const answers = createAnswers(parts);
  return new Elysia().use(listing(parts, answers)).use(answering(parts, answers));
};

type Answers = ReturnType<typeof createAnswers>;

const listing = ({ clock, guard }: CrmParts, answers: Answers) =>
  new Elysia().get(
    '/api/v1/invitations',
    async (context) => {
      const page = pageOf(context.query);
      const { data, total } = await answers.list(personOf(context), page);
      const counts = { ...page, total };
      return okPage(clock.now(), data, counts, 'Invitations retrieved successfully');
    },
    guard.operation(
      null,
      {
        query: PageQuery(),
        response: { 200: PageEnvelope(ReceivedInvitation), ...refusals() },
        detail: {
          tags,
          summary: 'The open invitations of the current user',
          description: 'To any account, the oldest first.',
        },
      },
      fromNoAccount,
    ),
  );

function answering({ clock, guard, idempotency }: CrmParts, answers: Answers) {
  const operation = (summary: string, description: string) =>
    guard.operation(
      null,
      {
        params,
        response: {
          200: SuccessEnvelope(ReceivedInvitation),
          ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: { tags, summary, description: `${description} ${WHICH_TOKEN}` },
      },
      fromNoAccount,
    );
  return new Elysia()
    .post(
      '/api/v1/invitations/:id/accept',
      (context) =>
        answerOnce(context, idempotency, 200, async () => {
          const invitation = await answers.accept(personOf(context), context.params.id);
          return ok(clock.now(), invitation, 'Invitation accepted successfully');
        }),
      operation(
        'Accept an invitation',
        'The current user becomes a member of the account, in the role as it is now. With several accounts, requests with a token that is bound to none have to name the acting one.',
      ),
    )
    .post(
      '/api/v1/invitations/:id/decline',
      (context) =>
        answerOnce(context, idempotency, 200, async () => {
          const invitation = await answers.decline(personOf(context), context.params.id);
          return ok(clock.now(), invitation, 'Invitation declined successfully');
        }),
      operation(
        'Decline an invitation',
        'The audit log of the account has it without the id of the current user.',
      ),
    );
}
