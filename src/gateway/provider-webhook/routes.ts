/** The addresses to which a platform sends what comes in: one for all numbers, and one of each instance's own. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { bytesBody } from '../../http/checked.ts';
import { failures } from '../../http/failures.ts';
import { readJson } from '../../http/json-body.ts';
import { shownAsRequired } from '../../http/openapi-schema.ts';
import type { Addressed, CloudWebhooks } from '../../providers/whatsapp-cloud/webhooks.ts';
import { forbidden, invalid } from '../../shared/errors.ts';
import type { InstanceDirectory } from '../instance/directory.ts';
import type { ShareWebhook } from './elsewhere.ts';
import { SIGNATURE_HEADER, WEBHOOK_BYTES_MAX, WEBHOOK_PATH } from './zone.ts';

interface ProviderWebhookDeps {
  readonly directory: Pick<InstanceDirectory, 'byName'>;
  readonly webhooks: CloudWebhooks;
  /** Null: every instance is this process's own. */
  readonly share: ShareWebhook | null;
}

/** Thousands of statuses may come at once, each with some thirty values. */
const VALUES_MAX = 500_000;
const CHALLENGE = /^[\x21-\x7e]{1,256}$/;

const Subscription = Type.Object({
  'hub.mode': shownAsRequired({ description: 'What Meta asks for: always `subscribe`' }),
  'hub.verify_token': shownAsRequired({
    description: "The verify token: META_VERIFY_TOKEN, or the instance's own `verifyToken`",
  }),
  'hub.challenge': shownAsRequired({
    description: 'A text of 1-256 characters that comes back as the answer',
  }),
});

const Webhook = bytesBody({
  type: 'object',
  description: `What Meta sends, at most ${WEBHOOK_BYTES_MAX} bytes of JSON. It is signed over its very bytes.`,
  properties: {
    object: {
      type: 'string',
      const: 'whatsapp_business_account',
      description: 'What the changes are about: a WhatsApp Business account',
    },
    entry: {
      type: 'array',
      items: { type: 'object' },
      description: 'What changed, by account, in the form that Meta documents',
    },
  },
  additionalProperties: true,
});

const Taken = Type.Object({ success: Type.Literal(true) });
const params = Type.Object({
  instanceName: Type.String({
    description: 'Name of an instance with an app secret of its own, such as `shop`',
  }),
});
const verifies = failures('BAD_REQUEST', 'FORBIDDEN', 'RATE_LIMITED', 'INTERNAL_SERVER_ERROR');
const takes = failures('BAD_REQUEST', 'UNAUTHORIZED', 'PAYLOAD_TOO_LARGE', 'INTERNAL_SERVER_ERROR');

const subscribed = {
  query: Subscription,
  response: { 200: Type.String({ description: 'The challenge' }), ...verifies },
};
const posted = {
  body: Webhook,
  response: { 200: Taken, ...takes },
};
const documented = (summary: string, description: string) => ({
  tags: ['Official API'],
  security: [],
  summary,
  description,
});
const signed = {
  requestHeaders: [
    {
      name: SIGNATURE_HEADER,
      description: '`sha256=` and the HMAC-SHA256 of the body with the app secret, in hex',
    },
  ],
};

function verify(
  webhooks: CloudWebhooks,
  addressed: Addressed,
  query: typeof Subscription.static,
  answer: { readonly headers: Record<string, unknown> },
): string {
  const token = query['hub.verify_token'] ?? '';
  if (query['hub.mode'] !== 'subscribe' || !webhooks.isVerified(addressed, token))
    throw forbidden('hub.verify_token is not the verify token of this address');
  const challenge = query['hub.challenge'] ?? '';
  if (!CHALLENGE.test(challenge))
    throw invalid('hub.challenge must be 1 to 256 visible characters');
  answer.headers['content-type'] = 'text/plain;charset=utf-8';
  return challenge;
}

type Posted = Parameters<ShareWebhook>[0] & { readonly body: Uint8Array };

async function take(
  { webhooks, share }: ProviderWebhookDeps,
  addressed: Addressed,
  { request, set, body }: Posted,
) {
  const signature = request.headers.get(SIGNATURE_HEADER);
  const parse = (bytes: Uint8Array) => readJson(bytes, VALUES_MAX);
  await webhooks.take(addressed, signature, body, parse, share?.({ request, set }, body));
  return { success: true as const };
}

export function providerWebhookRoutes(deps: ProviderWebhookDeps) {
  const { directory, webhooks } = deps;
  const addressOf = (name: string): Addressed => ({
    instanceId: directory.byName(name)?.id ?? null,
  });
  return new Elysia({ name: 'provider-webhook' })
    .get(WEBHOOK_PATH, ({ query, set }) => verify(webhooks, 'all', query, set), {
      ...subscribed,
      detail: documented(
        'Meta sets up the webhook of all numbers',
        'Answers the challenge when the verify token is that of META_VERIFY_TOKEN. Needs no key.',
      ),
    })
    .post(WEBHOOK_PATH, ({ request, set, body }) => take(deps, 'all', { request, set, body }), {
      ...posted,
      detail: {
        ...documented(
          'Meta sends what came in for any number',
          'Needs no key: the signature by META_APP_SECRET is what counts. Answered once everything is on disk; the same again changes nothing. What is of numbers that no instance has is left out.',
        ),
        ...signed,
      },
    })
    .get(
      `${WEBHOOK_PATH}/:instanceName`,
      ({ params, query, set }) => verify(webhooks, addressOf(params.instanceName), query, set),
      {
        params,
        ...subscribed,
        detail: documented(
          'Meta sets up the webhook of an instance of another app',
          "The same with the instance's own verify token.",
        ),
      },
    )
    .post(
      `${WEBHOOK_PATH}/:instanceName`,
      ({ params, request, set, body }) =>
        take(deps, addressOf(params.instanceName), { request, set, body }),
      {
        params,
        ...posted,
        detail: {
          ...documented(
            'Meta sends what came in for the numbers of another app',
            "The same with the instance's own app secret. Taken for all instances that have that secret.",
          ),
          ...signed,
        },
      },
    );
}
