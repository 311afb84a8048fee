/** Replacing what opens a number of WhatsApp's official API. */
import { Type } from '@sinclair/typebox';
import { readBody } from '../body.ts';
import { instanceOperation } from '../operation.ts';
import { NewCredentials, parseNewCredentials } from './cloud-fields.ts';
import { Instance, subscriptionFields, toInstance } from './model.ts';

export const replaceCredentials = instanceOperation('PATCH /instance/credentials/:instanceName', {
  tag: 'Instances',
  scope: 'settings',
  summary: "Replace the credentials of a number of WhatsApp's official API",
  description:
    'Replaces the access token, app secret or verify token of a whatsapp-cloud instance; absent fields keep their values. A new access token is checked with Meta as at create, and nothing changes if it does not open the number. The instance then connects, unless it was logged out or disconnected on purpose.',
  body: readBody(NewCredentials, parseNewCredentials),
  answer: Type.Object({ instance: Instance, ...subscriptionFields }),
  failures: ['UPSTREAM_ERROR'],
  audit: 'instance.credentials',
  example: { body: { accessToken: 'EAAGm0PX4ZCpsBAKZCZA' } },
  async run({ service, directory, numberOf }, { instance, body: change, note }) {
    const { replaced, subscription } = await service.replaceCredentials(instance.id, change);
    note({ details: { replaced } });
    const record = directory.byId(instance.id) ?? instance;
    return { instance: toInstance(record, numberOf(instance)), ...subscription };
  },
});
