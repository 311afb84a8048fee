/** The addresses to which a platform sends what comes in: one for all numbers, and one of each instance's own. */

import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { countBodyFor } from '../../core/http/body-reader.ts';
import { bytesBody } from '../../core/http/checked-schema.ts';
import { failures } from '../../core/http/failures.ts';
import { decode, objectIn } from '../../core/http/json-body.ts';
import { shownAsRequired } from '../../core/http/openapi-schema.ts';
import { principalOf } from '../../core/http/principal.ts';
import { tolerantQuery } from '../../core/http/read-fields.ts';
import type { RouteExample } from '../../core/http/route-detail.ts';
import { invalid } from '../../core/shared/errors.ts';
import type { CalledAddress, CloudWebhooks } from '../whatsapp-cloud/api.ts';
import {
  type ShareWebhook,
  SIGNATURE_HEADER,
  WEBHOOK_BYTES_MAX,
  WEBHOOK_PATH,
  type WebhookCaller,
} from './zone.ts';

interface ProviderWebhookDeps {
  readonly webhooks: Pick<CloudWebhooks, 'take'>;
  /** Shares webhooks with other nodes; null if this process has every instance. */
  readonly share: ShareWebhook | null;
}

const CHALLENGE = /^[\x21-\x7e]{1,256}$/;

const Subscription = Type.Object({
  'hub.mode': shownAsRequired({ description: 'Mode that Meta sends, always `subscribe`' }),
  'hub.verify_token': shownAsRequired({
    description: "Verify token: META_VERIFY_TOKEN, or the instance's own `verifyToken`",
  }),
  'hub.challenge': shownAsRequired({
    description: 'A text of 1-256 characters that comes back as the answer',
  }),
});

const Webhook = bytesBody({
  type: 'object',
  description: `Changes that Meta sends, at most ${WEBHOOK_BYTES_MAX} bytes of JSON. The signature covers its exact bytes.`,
  properties: {
    object: {
      type: 'string',
      const: 'whatsapp_business_account',
      description: 'Kind of object that has changed: a WhatsApp Business account',
    },
    entry: {
      type: 'array',
      items: { type: 'object' },
      description: 'Changes by account, in the form that Meta documents',
    },
  },
  additionalProperties: true,
});

const WebhookReceived = Type.Object({ success: Type.Literal(true) });
const params = Type.Object({
  instanceName: Type.String({
    description: 'Name of an instance with an app secret of its own, such as `shop`',
  }),
});
const verifies = failures('BAD_REQUEST', 'FORBIDDEN', 'RATE_LIMITED', 'INTERNAL_SERVER_ERROR');
const takes = failures(
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'INTERNAL_SERVER_ERROR',
);

const subscribed = {
  // The callback address may have parameters of its own.
  query: tolerantQuery(Subscription),
  response: { 200: Type.String({ description: 'The challenge' }), ...verifies },
};
const posted = {
  body: Webhook,
  response: { 200: WebhookReceived, ...takes },
};
const documented = (summary: string, description: string, example: RouteExample) => ({
  tags: ['Official API'],
  security: [],
  summary,
  description,
  example,
});
const CHALLENGED = { answer: '1158201444' };
const CHANGES = {
  body: {
    object: 'whatsapp_business_account',
    entry: [{ id: '102290129340398', changes: [] }],
  },
};
const signed = {
  requestHeaders: [
    {
      name: SIGNATURE_HEADER,
      description: '`sha256=` and the HMAC-SHA256 of the body with the app secret, in hex',
      schema: { type: 'string', examples: [`sha256=${'0f'.repeat(32)}`] },
    },
  ],
};

/** The verify token was compared by the zone. */
function challengeOf(
  query: typeof Subscription.static,
  answer: { readonly headers: Record<string, unknown> },
): string {
  const challenge = query['hub.challenge'] ?? '';
  if (!CHALLENGE.test(challenge))
    throw invalid('hub.challenge must be 1 to 256 visible characters');
  answer.headers['content-type'] = 'text/plain;charset=utf-8';
  return challenge;
}

type PostCall = Parameters<ShareWebhook>[0] & { readonly body: Uint8Array };

async function take(
  { webhooks, share }: ProviderWebhookDeps,
  { request, set, body }: PostCall,
): Promise<typeof WebhookReceived.static> {
  const { addressed, signature } = principalOf<WebhookCaller>({ request });
  const parse = (bytes: Uint8Array) => {
    countBodyFor(request, holderOf(addressed));
    // The bytes stay as they are: other nodes may get them as well.
    // Meta writes ids of templates as numbers.
    return objectIn(decode(bytes), bytes.length, 'texts');
  };
  await webhooks.take(addressed, signature, body, parse, share?.({ request, set }, body));
  return { success: true };
}

/** Returns the holder whose memory a signed body takes: the app whose secret signed it. */
const holderOf = (addressed: CalledAddress): string =>
  addressed === 'all' ? 'webhooks of all numbers' : `webhooks of instance ${addressed.instanceId}`;

export function providerWebhookRoutes(deps: ProviderWebhookDeps) {
  return new Elysia({ name: 'provider-webhook' })
    .get(WEBHOOK_PATH, ({ query, set }) => challengeOf(query, set), {
      ...subscribed,
      detail: documented(
        'Answer Meta when it sets up the webhook of all numbers',
        'Answers the challenge if the verify token is that of META_VERIFY_TOKEN. Needs no key. Wrong tokens count as failed authentications of the client address.',
        CHALLENGED,
      ),
    })
    .post(WEBHOOK_PATH, ({ request, set, body }) => take(deps, { request, set, body }), {
      ...posted,
      detail: {
        ...documented(
          'Receive what Meta sends for any number',
          'Stores what Meta sends, and answers once everything is on disk; the same body again changes nothing. Needs no key, but a signature by META_APP_SECRET: 404 if it is not that of this address, or if no app secret is set. Events of numbers that no instance has are left out.',
          CHANGES,
        ),
        ...signed,
      },
    })
    .get(`${WEBHOOK_PATH}/:instanceName`, ({ query, set }) => challengeOf(query, set), {
      params,
      ...subscribed,
      detail: documented(
        'Answer Meta when it sets up the webhook of an instance of another app',
        "Answers the challenge if the verify token is the instance's own.",
        CHALLENGED,
      ),
    })
    .post(
      `${WEBHOOK_PATH}/:instanceName`,
      ({ request, set, body }) => take(deps, { request, set, body }),
      {
        params,
        ...posted,
        detail: {
          ...documented(
            'Receive what Meta sends for the numbers of another app',
            "Stores what Meta sends, signed with the instance's own app secret, for all instances that have that secret. A name that no instance has is answered like a wrong signature.",
            CHANGES,
          ),
          ...signed,
        },
      },
    );
}
