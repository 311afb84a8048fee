/** The webhooks of an account: an endpoint of the form `whatsapp-cloud` beside the others of the instance. */

import { Type } from '@sinclair/typebox';
import { principalOf } from '../../core/http/principal.ts';
import { createKeyedMutex } from '../../core/shared/async/mutex.ts';
import {
  endpointsIn,
  type InstanceEndpoint,
  settingsOf,
} from '../../core/webhooks/event-settings.ts';
import { type GatewayPrincipal, maskedUrl, withOtherNames } from '../gateway/api.ts';
import { valueOrUndefined } from './content-reading.ts';
import { refusedAs } from './errors.ts';
import type { GraphCall, GraphRows } from './operation.ts';
import { APP, Success } from './reading.ts';

/** The name of the endpoint that is made here; an instance has one of it. */
const NAME = 'subscribed_apps';

/** Fields of an endpoint by their names here. */
const NAMES = { url: 'override_callback_uri', verifyToken: 'verify_token' };

/** The endpoints that get webhooks as Meta sends them. */
function endpointsOf({ parts, instance }: GraphCall): readonly InstanceEndpoint[] {
  const isOfMeta = ({ format, url, enabled }: InstanceEndpoint) =>
    enabled && url !== '' && (format ?? parts.defaultFormat) === 'whatsapp-cloud';
  return endpointsIn(settingsOf(parts.settings, instance.id)).filter(isOfMeta);
}

/** A customer may call an endpoint by the same name, which must not be taken for this one. */
const madeHere = ({ parts, instance }: GraphCall): InstanceEndpoint | undefined =>
  endpointsIn(settingsOf(parts.settings, instance.id)).find(
    ({ name, owner }) => name === NAME && owner === 'operator',
  );

function list(call: GraphCall) {
  const caller = principalOf<GatewayPrincipal>(call);
  const data = endpointsOf(call).map(({ url }) => ({
    whatsapp_business_api_data: { ...APP, link: call.parts.publicUrl(call.request) },
    override_callback_uri: maskedUrl(caller, url),
  }));
  return { data };
}

/** Changes of one instance: of two at once, the later one would not know the endpoint of the earlier one. */
const changing = createKeyedMutex();
const inTurn = (run: (call: GraphCall) => Promise<unknown>) => (call: GraphCall) =>
  changing.run(call.instance.id, () => run(call));

/** Without a URL nothing is to be done: every endpoint of the form gets its webhooks anyway. */
async function subscribe(call: GraphCall) {
  const { body, ask } = call;
  const { override_callback_uri, verify_token: verifyToken } = body;
  const url = valueOrUndefined(override_callback_uri);
  if (url === undefined) return { success: true };
  if (typeof verifyToken !== 'string' || verifyToken === '')
    throw refusedAs(100, 'verify_token is required with override_callback_uri');
  const endpoint = { url, verifyToken, format: 'whatsapp-cloud', enabled: true };
  // No two endpoints of the operator have the same URL: one that was made elsewhere is taken as it is.
  const isTaken = (one: InstanceEndpoint) => one.owner === 'operator' && one.url === url;
  const present = madeHere(call) ?? endpointsOf(call).find(isTaken);
  const asked =
    present === undefined
      ? ask('POST /webhook/endpoints/:instanceName', { ...endpoint, name: NAME })
      : ask(
          'PATCH /webhook/endpoints/:instanceName/:endpointId',
          { endpointId: present.id },
          endpoint,
        );
  await asked.catch((error) => {
    throw withOtherNames(error, NAMES);
  });
  return { success: true };
}

async function unsubscribe(call: GraphCall) {
  const present = madeHere(call);
  if (present !== undefined)
    await call.ask(
      'DELETE /webhook/endpoints/:instanceName/:endpointId',
      { endpointId: present.id },
      {},
    );
  return { success: true };
}

export const SUBSCRIBED_APPS: GraphRows = {
  'GET /:id/subscribed_apps': {
    names: 'account',
    scope: 'read',
    summary: 'Get the webhook endpoints of an account',
    description: 'Returns every endpoint of the instance with the format `whatsapp-cloud`.',
    answer: Type.Object({
      data: Type.Array(
        Type.Object({
          whatsapp_business_api_data: Type.Object({
            id: Type.String(),
            name: Type.String(),
            link: Type.String(),
          }),
          override_callback_uri: Type.String({
            description:
              'URL of the endpoint; query values are masked for a key without `settings`',
          }),
        }),
      ),
    }),
    run: list,
  },
  'POST /:id/subscribed_apps': {
    names: 'account',
    scope: 'settings',
    summary: 'Set the webhook endpoint of an account',
    description:
      'Creates an endpoint called `subscribed_apps` with the format `whatsapp-cloud`, or changes its URL, after the receiver has answered the challenge. `/webhook/secret` shows the secret that signs its webhooks. Without `override_callback_uri` nothing changes.',
    body: {
      override_callback_uri: Type.Optional(
        Type.String({
          maxLength: 2048,
          description: 'http or https URL of the receiver, such as `https://example.com/hook`',
          examples: ['https://example.com/hook'],
        }),
      ),
      verify_token: Type.Optional(
        Type.String({
          maxLength: 512,
          description: 'Verify token that the receiver knows',
          examples: ['my-verify-token'],
        }),
      ),
    },
    answer: Success,
    example: { body: {} },
    run: inTurn(subscribe),
  },
  'DELETE /:id/subscribed_apps': {
    names: 'account',
    scope: 'settings',
    summary: 'Remove the webhook endpoint of an account',
    description: 'Deletes the endpoint called `subscribed_apps`; others with that format stay.',
    answer: Success,
    run: inTurn(unsubscribe),
  },
};
