/** Routes of /delivery; no instance reads another's deliveries. */
import { Elysia } from 'elysia';
import type { Engine } from '../../../events/engine.ts';
import type { DeliveryLog, LoggedDelivery } from '../../../events/log/deliveries.ts';
import { checkedFields, uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import { needs, type Security } from '../../../instances/scopes.ts';
import { notFound } from '../../../shared/errors.ts';
import { deliveryWithAttempts, pageOfDeliveries } from '../../../webhooks/deliveries.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import {
  DeliveryPage,
  DeliveryQuery,
  DeliveryWithAttempts,
  parseRedelivery,
  RedeliveryRequest,
  RedeliveryResult,
} from './model.ts';
import { deliveryParams, mayReadDelivery, readDeliveryId } from './one.ts';

interface DeliveryDeps {
  readonly directory: InstanceDirectory;
  readonly log: DeliveryLog;
  readonly engine: Pick<Engine, 'redeliver'>;
}

const tagged = (security: Security) => ({ tags: ['Deliveries'], security });

export const deliveryRoutes = (deps: DeliveryDeps) =>
  new Elysia({ name: 'delivery' })
    .use(findDeliveries(deps))
    .use(readDelivery(deps))
    .use(redeliver(deps));

const findDeliveries = ({ directory, log }: DeliveryDeps) =>
  new Elysia().get(
    '/delivery/find/:instanceName',
    async ({ request, params, query }) => {
      const instance = instanceFor({ request }, directory, params.instanceName);
      const { state = null, after = '', limit } = checkedFields(DeliveryQuery, query);
      return pageOfDeliveries(log, instance.id, { state, after, limit });
    },
    {
      params: instanceParams,
      query: DeliveryQuery,
      response: { 200: DeliveryPage, ...instanceFailures },
      detail: { ...tagged(needs('read')), summary: 'The deliveries of an instance, oldest first' },
    },
  );

const readDelivery = ({ log }: DeliveryDeps) =>
  new Elysia().get(
    '/delivery/:deliveryId',
    // Naming what is used spares parsing cookies, headers and query of every request.
    async ({ request, params }) => {
      const mayRead = (row: LoggedDelivery) => mayReadDelivery({ request }, row);
      const found = await deliveryWithAttempts(log, readDeliveryId(params), mayRead);
      if (found === null) throw notFound('delivery');
      return found;
    },
    {
      params: deliveryParams,
      response: { 200: DeliveryWithAttempts, ...instanceFailures },
      detail: {
        ...tagged(needs('read')),
        summary: 'One delivery with its attempts',
        description: "A delivery of another instance than the key's is answered as not found.",
      },
    },
  );

const redeliver = ({ directory, engine }: DeliveryDeps) =>
  new Elysia().post(
    '/delivery/redeliver/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const selection = parseRedelivery(context.body);
      const redelivering = await engine.redeliver(instance.id, selection);
      return context.status(202, { redelivering });
    },
    {
      params: instanceParams,
      body: uncheckedBody(RedeliveryRequest),
      response: { 202: RedeliveryResult, ...instanceFailures },
      detail: {
        ...tagged(needs('settings')),
        summary: 'Send deliveries again',
        description: 'Same event ids; attempt numbers go on, with a new round of attempts.',
      },
    },
  );
