/** The route that replaces what opens a number of WhatsApp's official API. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs } from '../../../instances/scopes.ts';
import type { InstanceService } from '../../../instances/service.ts';
import type { CloudNumbers } from '../../../providers/whatsapp-cloud/numbers.ts';
import type { Audit } from '../audit/operations.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { NewCredentials, parseNewCredentials } from './cloud-fields.ts';
import { subscriptionFields } from './cloud-model.ts';
import { Instance, toInstance } from './model.ts';

interface CredentialsDeps {
  readonly directory: InstanceDirectory;
  readonly service: Pick<InstanceService, 'replaceCredentials'>;
  readonly cloud: { readonly numbers: Pick<CloudNumbers, 'byInstance'> };
  readonly audit: Audit;
}

export const credentialsRoutes = ({ directory, service, cloud, audit }: CredentialsDeps) =>
  new Elysia({ name: 'instance-credentials' }).patch(
    '/instance/credentials/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const operation = { action: 'instance.credentials', instance } as const;
      return audit.run(context, operation, async (note) => {
        const change = parseNewCredentials(context.body);
        const { replaced, subscription } = await service.replaceCredentials(instance.id, change);
        note({ details: { replaced } });
        const record = directory.byId(instance.id) ?? instance;
        return {
          instance: toInstance(record, cloud.numbers.byInstance(instance.id)),
          ...subscription,
        };
      });
    },
    {
      params: instanceParams,
      body: uncheckedBody(NewCredentials),
      response: {
        200: Type.Object({ instance: Instance, ...subscriptionFields }),
        ...instanceFailures,
        ...failures('UPSTREAM_ERROR'),
      },
      detail: {
        tags: ['Instances'],
        security: needs('settings'),
        summary: "Replace the credentials of a number of WhatsApp's official API",
        description:
          'Of whatsapp-cloud alone. A new access token is checked with Meta as at create, and nothing is changed when it does not open the number; the instance then connects unless it was logged out or disconnected on purpose. What is absent stays.',
      },
    },
  );
