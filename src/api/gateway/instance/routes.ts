/** Routes that create, list and delete instances. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { failures } from '../../../http/failures.ts';
import { principalOf } from '../../../http/principal.ts';
import { checkedFields, isFields, uncheckedBody } from '../../../http/read-fields.ts';
import { isInstanceName, storedName } from '../../../instances/name.ts';
import { needs, needsGlobal, SCOPES, type Security } from '../../../instances/scopes.ts';
import type { Clock } from '../../../shared/clock.ts';
import { creationDetails } from '../audit/details.ts';
import { type GatewayPrincipal, instanceFor } from '../guard.ts';
import { instanceParams } from '../operation.ts';
import { connectionRoutes, type InstanceDeps } from './connection-routes.ts';
import { CreatedInstance, toCreated } from './created-model.ts';
import { credentialsRoutes } from './credentials-routes.ts';
import { KeyRotation } from './key-rotation.ts';
import { InstanceQuery, isAskedFor, ListedInstances, toListed } from './listed-model.ts';
import { Ended, RotatedKey, toEnded, toRotatedKey } from './model.ts';
import { NewInstance, type NewInstanceContext, parseNewInstance } from './new-instance.ts';
import { nameMeant } from './target.ts';
import { visibleTo } from './visible.ts';

const tagged = (security: Security) => ({ tags: ['Instances'], security });
const always = ['UNAUTHORIZED', 'FORBIDDEN', 'INTERNAL_SERVER_ERROR'] as const;

interface InstanceRoutesDeps extends InstanceDeps, NewInstanceContext {
  readonly clock: Pick<Clock, 'now'>;
}

export const instanceRoutes = (deps: InstanceRoutesDeps) =>
  new Elysia({ name: 'instance' })
    .use(createRoute(deps))
    .use(listRoute(deps))
    .use(deleteRoute(deps))
    .use(keyRoutes(deps))
    .use(credentialsRoutes(deps))
    .use(connectionRoutes(deps));

const createRoute = ({ service, audit, cloud, ...known }: InstanceRoutesDeps) =>
  new Elysia().post(
    '/instance/create',
    async (context) => {
      const instance = instanceIn(context.body);
      return audit.run(context, { action: 'instance.create', instance }, async (note) => {
        const created = await service.create(parseNewInstance(context.body, known));
        note({ instance: created.record, details: creationDetails(created) });
        context.set.status = 201;
        return toCreated(created, cloud.numbers.byInstance(created.record.id));
      });
    },
    {
      body: uncheckedBody(NewInstance),
      response: {
        201: CreatedInstance,
        ...failures('BAD_REQUEST', 'CONFLICT', 'UPSTREAM_ERROR', ...always),
      },
      detail: {
        ...tagged(needsGlobal),
        summary: 'Create an instance',
        description:
          'Needs the global key. The key of the instance is shown here only. Besides `instanceName` nothing is needed; the other fields are those of older clients and do what proxy/set, settings/set, webhook/set and connect do. All of it is set or nothing. A number of `whatsapp-cloud` is checked with Meta first: 400 with its words when the token does not open it, 409 when another instance has it, 502 when Meta cannot be asked.',
      },
    },
  );

const listRoute = ({ directory, messageStore, cloud }: InstanceDeps) =>
  new Elysia().get(
    '/instance/fetchInstances',
    async (context) => {
      const visible = visibleTo(principalOf<GatewayPrincipal>(context), directory);
      const listed = visible.filter((record) => isAskedFor(record, context.query));
      const totals = await messageStore.totals(listed.map(({ id }) => id));
      return listed.map((record) => toListed(record, totals, cloud.numbers.byInstance(record.id)));
    },
    {
      query: InstanceQuery,
      response: { 200: ListedInstances, ...failures(...always) },
      detail: {
        ...tagged(needs('read')),
        summary: 'List instances',
        description:
          'An instance key sees its own only. What none has gives an empty list. Some fields say the same twice, as older clients read them.',
      },
    },
  );

const deleteRoute = ({ directory, service, audit }: InstanceDeps) =>
  new Elysia().delete(
    '/instance/delete/:instanceName',
    async (context) => {
      const name = nameMeant(directory, context.params.instanceName);
      const instance = instanceFor(context, directory, name);
      await audit.run(context, { action: 'instance.delete', instance }, () =>
        service.remove(instance.id),
      );
      return toEnded(`Instance ${instance.name} deleted`);
    },
    {
      params: instanceParams,
      response: { 200: Ended, ...failures('BAD_REQUEST', 'NOT_FOUND', ...always) },
      detail: {
        ...tagged(needsGlobal),
        summary: 'Delete an instance',
        description:
          'Needs the global key; the id of the instance may stand for its name. Unpairs it and discards what waits for its own channels.',
      },
    },
  );

const keyRoutes = ({ directory, service, audit, clock }: InstanceRoutesDeps) =>
  new Elysia({ name: 'instance-key' }).post(
    '/instance/key/rotate/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const caller = principalOf<GatewayPrincipal>(context);
      return audit.run(context, { action: 'instance.key.rotate', instance }, async (note) => {
        const change = checkedFields(KeyRotation, context.body ?? {}, clock.now());
        const byKeyId = caller.kind === 'instance' ? caller.keyId : null;
        const rotated = toRotatedKey(await service.rotateKey(instance.id, { byKeyId, change }));
        const { apikey: _, ...details } = rotated;
        note({ details });
        return rotated;
      });
    },
    {
      params: instanceParams,
      body: Type.Optional(uncheckedBody(KeyRotation)),
      response: {
        200: RotatedKey,
        ...failures('BAD_REQUEST', 'NOT_FOUND', ...always),
      },
      detail: {
        ...tagged(needs(...SCOPES)),
        summary: 'Replace the key of an instance',
        description:
          'The present key stays good for `graceSeconds`; one before that ends at once. A key with every scope may replace itself, by one that lives no longer.',
      },
    },
  );

/** What is to be created, as far as the body says so in a form that may be recorded. */
function instanceIn(body: unknown): { readonly id: null; readonly name: string } | null {
  const name = isFields(body) ? (body.instanceName ?? body.name) : null;
  return typeof name === 'string' && isInstanceName(name)
    ? { id: null, name: storedName(name) }
    : null;
}
