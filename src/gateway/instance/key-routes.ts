/** Routes of an instance's key. Owns: paths, documented shapes and statuses; the rules are in rotating. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../http/failures.ts';
import { principalOf } from '../../http/principal.ts';
import { type GatewayPrincipal, instanceFor } from '../guard.ts';
import { needs, SCOPES } from '../scopes.ts';
import { uncheckedBody } from '../unchecked-body.ts';
import { KeyRotation, RotatedKey, toRotatedKey } from './model.ts';
import type { InstanceDeps } from './routes.ts';

export const keyRoutes = ({ directory, service, audit }: InstanceDeps) =>
  new Elysia({ name: 'instance-key' }).post(
    '/instance/key/rotate/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const caller = principalOf<GatewayPrincipal>(context);
      return audit.run(context, { action: 'instance.key.rotate', instance }, async (note) => {
        const rotated = toRotatedKey(await service.rotateKey(instance.id, caller, context.body));
        const { apikey: _, ...details } = rotated;
        note({ details });
        return rotated;
      });
    },
    {
      params: Type.Object({ instanceName: Type.String() }),
      body: Type.Optional(uncheckedBody(KeyRotation)),
      response: {
        200: RotatedKey,
        ...failures(
          'BAD_REQUEST',
          'UNAUTHORIZED',
          'FORBIDDEN',
          'NOT_FOUND',
          'INTERNAL_SERVER_ERROR',
        ),
      },
      detail: {
        tags: ['Instances'],
        security: needs(...SCOPES),
        summary: 'Replace the key of an instance',
        description:
          'The present key stays good for `graceSeconds`; one before that ends at once. A key with every scope may replace itself, by one that lives no longer.',
      },
    },
  );
