/** The door of /api/v1/access_tokens. Owns: paths, documented shapes, and the permission each needs. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { ok, okPage, PageEnvelope, SuccessEnvelope } from '../../http/envelope.ts';
import { answerPost, answerRecord } from '../change-record.ts';
import { BODY_FAILURES, refusals } from '../failures.ts';
import { Deleted, Uuid } from '../fields.ts';
import { accessOf } from '../guard.ts';
import { PageQuery, pageOf } from '../list.ts';
import type { CrmParts } from '../parts.ts';
import {
  AccessToken,
  AccessTokenChange,
  AccessTokenWithSecret,
  NewAccessToken,
  Rotation,
} from './model.ts';
import { createTokenService } from './service.ts';

const params = Type.Object({ id: Uuid() });
const tags = ['Access tokens'];
const refusalsOfChanges = refusals(...BODY_FAILURES, 'CONFLICT', 'PRECONDITION_FAILED');

const IF_WEAKER =
  'A token that permits more than the caller’s, in any account it opens, is refused (403).';
const UNLESS_LAST =
  'The last token with which a super_admin can come in is neither deleted, narrowed nor given an end (409).';

export function accessTokenRoutes(parts: CrmParts) {
  const service = createTokenService(parts);
  return new Elysia({ name: 'access-tokens' })
    .use(readingAndCreating(parts, service))
    .use(changing(parts, service));
}

type Service = ReturnType<typeof createTokenService>;

const readingAndCreating = (parts: CrmParts, service: Service) =>
  new Elysia()
    .get(
      '/api/v1/access_tokens',
      async (context) => {
        const page = pageOf(context.query);
        const { data, total } = await service.list(accessOf(context), page);
        return okPage(
          parts.clock.now(),
          data,
          { ...page, total },
          'Access tokens retrieved successfully',
        );
      },
      parts.guard.operation('access_tokens.read', {
        query: PageQuery(),
        response: { 200: PageEnvelope(AccessToken), ...refusals() },
        detail: {
          tags,
          summary: 'The access tokens that open the account',
          description:
            'Those bound to it, wherever they were made, and those of its members that are bound to no account.',
        },
      }),
    )
    .get(
      '/api/v1/access_tokens/:id',
      async (context) => {
        const token = await service.get(accessOf(context), context.params.id);
        return answerRecord(context, parts.clock, token, 'Access token retrieved successfully');
      },
      parts.guard.operation('access_tokens.read', {
        params,
        response: { 200: SuccessEnvelope(AccessToken), ...refusals() },
        detail: { tags, summary: 'One access token' },
      }),
    )
    .post(
      '/api/v1/access_tokens',
      (context) =>
        answerPost(context, parts, 201, async () => {
          const token = await service.create(accessOf(context), context.body);
          return ok(parts.clock.now(), token, 'Access token created successfully');
        }),
      parts.guard.operation('access_tokens.create', {
        body: NewAccessToken,
        response: {
          201: SuccessEnvelope(AccessTokenWithSecret),
          ...refusals(...BODY_FAILURES, 'CONFLICT'),
        },
        detail: {
          tags,
          summary: 'Create an access token',
          description:
            'The secret is shown here only. The token never permits more than its maker does in the account it is bound to, and belongs to that account from then on. Bound to none, it opens every account of its user: only they and a super_admin may make such a token.',
        },
      }),
    );

const changing = (parts: CrmParts, service: Service) =>
  new Elysia()
    .post(
      '/api/v1/access_tokens/:id/rotate',
      (context) =>
        answerPost(context, parts, 200, async () => {
          const token = await service.rotate(context, accessOf(context), context.params.id);
          return ok(parts.clock.now(), token, 'Access token rotated successfully');
        }),
      parts.guard.operation('access_tokens.update', {
        params,
        body: Rotation,
        response: { 200: SuccessEnvelope(AccessTokenWithSecret), ...refusalsOfChanges },
        detail: {
          tags,
          summary: 'Give an access token a new secret',
          description: `The old one is refused at once. ${IF_WEAKER}`,
        },
      }),
    )
    .patch(
      '/api/v1/access_tokens/:id',
      async (context) => {
        const { params, body } = context;
        const token = await service.change(context, accessOf(context), params.id, body);
        return answerRecord(context, parts.clock, token, 'Access token updated successfully');
      },
      parts.guard.operation('access_tokens.update', {
        params,
        body: AccessTokenChange,
        response: { 200: SuccessEnvelope(AccessToken), ...refusalsOfChanges },
        detail: {
          tags,
          summary: 'Change an access token',
          description: `${IF_WEAKER} ${UNLESS_LAST}`,
        },
      }),
    )
    .delete(
      '/api/v1/access_tokens/:id',
      async (context) => {
        const deleted = await service.remove(context, accessOf(context), context.params.id);
        return ok(parts.clock.now(), deleted, 'Access token deleted successfully');
      },
      parts.guard.operation('access_tokens.delete', {
        params,
        response: {
          200: SuccessEnvelope(Deleted),
          ...refusals('CONFLICT', 'PRECONDITION_FAILED'),
        },
        detail: {
          tags,
          summary: 'Revoke an access token',
          description: `It is refused at once. ${IF_WEAKER} ${UNLESS_LAST}`,
        },
      }),
    );
