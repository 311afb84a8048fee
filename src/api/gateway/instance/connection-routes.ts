/** Routes of an instance's connection: state, connect, restart, log out. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { FailureEnvelope, failures } from '../../../http/failures.ts';
import { principalOf } from '../../../http/principal.ts';
import { checkedFields, readIfGiven, uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import type { InstanceProxies } from '../../../instances/proxies.ts';
import { needs, type Security } from '../../../instances/scopes.ts';
import type { InstanceService } from '../../../instances/service.ts';
import type { MessageStore } from '../../../messages/store/store.ts';
import type { CloudNumbers } from '../../../providers/whatsapp-cloud/numbers.ts';
import type { UrlGuard } from '../../../webhooks/url.ts';
import { changeDetails, pairingDetails } from '../audit/details.ts';
import type { Audit, AuditedContext } from '../audit/operations.ts';
import { type GatewayPrincipal, instanceFor, instanceKeyIn, requireScopes } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { toProxyState } from '../proxy/model.ts';
import { ConnectSettings, parseConnectRequest } from './connect-request.ts';
import {
  ConnectedInstance,
  ConnectionResult,
  ConnectionState,
  Ended,
  NotConnected,
  RestartResult,
  toConnectedInstance,
  toConnectionResult,
  toEnded,
  toNamedState,
  toRestarted,
} from './model.ts';
import { toOffered } from './offered-model.ts';
import { readPhone } from './phone.ts';
import { instanceIdHeader, nameMeant, targetOf } from './target.ts';

export interface InstanceDeps {
  readonly directory: InstanceDirectory;
  readonly service: InstanceService;
  readonly audit: Audit;
  /** Judges the URLs of webhooks. */
  readonly guard: UrlGuard;
  readonly proxies: Pick<InstanceProxies, 'condition'>;
  readonly messageStore: Pick<MessageStore, 'totals'>;
  readonly cloud: { readonly numbers: Pick<CloudNumbers, 'byInstance'> };
}

const tagged = (security: Security) => ({ tags: ['Instances'], security });

export const connectionRoutes = (deps: InstanceDeps) =>
  new Elysia({ name: 'instance-connection' })
    .use(stateRoute(deps))
    .use(codeRoute(deps))
    .use(logoutRoute(deps))
    .use(disconnectRoute(deps))
    .use(connectRoute(deps))
    .use(restartRoutes(deps));

const stateRoute = ({ directory, service, proxies }: InstanceDeps) =>
  new Elysia().get(
    '/instance/connectionState/:instanceName',
    (context) => {
      const record = instanceFor(context, directory, context.params.instanceName);
      const { phase, reason } = record;
      const condition = proxies.condition(record.id);
      const proxy = condition && { proxy: toProxyState(condition) };
      const offer = toOffered(service.sessions.offer(record.id));
      return { instance: { ...toNamedState(record), phase, reason, ...proxy, ...offer } };
    },
    {
      params: instanceParams,
      response: { 200: ConnectionState, ...instanceFailures },
      detail: {
        ...tagged(needs('read')),
        summary: 'State of the connection, with its reason',
      },
    },
  );

const PairingQuery = Type.Object({
  number: readIfGiven(
    Type.String({
      description:
        'Phone number, 7-15 digits with the country code: pairs by a code for it in place of a QR code',
    }),
    readPhone,
  ),
});

const codeRoute = ({ directory, service, audit }: InstanceDeps) =>
  new Elysia().get(
    '/instance/connect/:instanceName',
    async (context) => {
      const record = instanceFor(context, directory, context.params.instanceName);
      const { number = null } = checkedFields(PairingQuery, context.query);
      // Callers poll this: the audit says what was done to the instance, not how often its code was looked at.
      const standing = service.standing(record.id, number);
      if (standing) return toConnectionResult(record.name, standing);
      const operation = { action: 'instance.connect', instance: record } as const;
      const connection = await audit.run(context, operation, async (note) => {
        note({ details: pairingDetails(number) });
        return service.connect(record.id, number);
      });
      return toConnectionResult(record.name, connection);
    },
    {
      params: instanceParams,
      query: PairingQuery,
      response: {
        200: ConnectionResult,
        ...instanceFailures,
        ...failures('CONFLICT', 'UPSTREAM_ERROR'),
      },
      detail: {
        ...tagged(needs('connect')),
        summary: 'Connect an instance and get the code to pair it with',
        description:
          'Waits up to 10 seconds for the first code. Without one by then the failure names the reason; a log-out meanwhile is a conflict. A code that is current is answered as it is; a new `number` replaces it. An instance that is open already answers empty fields and its state. While WhatsApp asks for the passkey of the account, `passkey` has the links and the code of the ceremony. A call that changes nothing and need not wait leaves no row in the audit.',
      },
    },
  );

const logoutRoute = ({ directory, service, audit }: InstanceDeps) =>
  new Elysia({ name: 'instance-logout' }).delete(
    '/instance/logout/:instanceName',
    async (context) => {
      const name = nameMeant(directory, context.params.instanceName);
      const instance = instanceFor(context, directory, name);
      const operation = { action: 'instance.logout', instance } as const;
      const wasConnected = await audit.run(context, operation, () => service.logOut(instance.id));
      const message = wasConnected
        ? `Instance ${instance.name} logged out`
        : `Instance ${instance.name} was not logged in`;
      return toEnded(message);
    },
    {
      params: instanceParams,
      response: { 200: Ended, ...instanceFailures },
      detail: {
        ...tagged(needs('connect')),
        summary: 'Unpair an instance',
        description: 'The id of the instance may stand for its name.',
      },
    },
  );

const disconnectRoute = ({ directory, service, audit }: InstanceDeps) =>
  new Elysia({ name: 'instance-disconnect' }).post(
    '/instance/disconnect/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const operation = { action: 'instance.disconnect', instance } as const;
      const wasConnected = await audit.run(context, operation, () =>
        service.disconnect(instance.id),
      );
      return toEnded(`Instance ${instance.name} ${wasConnected ? 'disconnected' : 'was closed'}`);
    },
    {
      params: instanceParams,
      response: { 200: Ended, ...instanceFailures },
      detail: {
        ...tagged(needs('connect')),
        summary: 'Close the connection of an instance and keep it paired',
        description:
          'It stays closed until it is connected by request, over restarts of the service too. Its platform keeps what arrives meanwhile.',
      },
    },
  );

const connectRoute = ({ directory, service, audit, guard }: InstanceDeps) =>
  new Elysia({ name: 'instance-connect' }).post(
    '/instance/connect',
    async (context) => {
      const instance = targetOf(context, directory);
      return audit.run(context, { action: 'instance.connect', instance }, async (note) => {
        const request = parseConnectRequest(context.body, guard);
        const { phone, change } = request;
        if (Object.keys(change).length > 0)
          requireScopes(principalOf<GatewayPrincipal>(context), ['settings']);
        note({ details: { ...pairingDetails(phone), ...changeDetails(change) } });
        const key = instanceKeyIn(context);
        return toConnectedInstance(await service.connectWith(instance.id, request, key));
      });
    },
    {
      body: Type.Optional(uncheckedBody(ConnectSettings)),
      response: {
        200: ConnectedInstance,
        ...instanceFailures,
        ...failures('CONFLICT', 'UPSTREAM_ERROR'),
      },
      detail: {
        ...tagged(needs('connect')),
        summary: 'Connect an instance and set where its events go',
        description:
          'A partial update: what is absent stays. What changes settings needs the scope `settings` too. An instance has one event list, here and in webhook/set. A `webhookUrl` of another scheme, host or port drops the headers stored for the former one; `headersDropped` names them.',
        parameters: [instanceIdHeader],
      },
    },
  );

const restartRoutes = ({ directory, service, audit }: InstanceDeps) => {
  const path = '/instance/restart/:instanceName';
  const restart = async (context: RestartContext) => {
    const instance = instanceFor(context, directory, context.params.instanceName);
    return audit.run(context, { action: 'instance.restart', instance }, async () => {
      const outcome = await service.restart(instance.id);
      if (outcome.kind === 'restarted') return toRestarted(outcome.record);
      context.set.status = 400;
      return { error: true as const, message: `Instance ${instance.name} is not connected` };
    });
  };
  const schema = {
    params: instanceParams,
    response: {
      200: RestartResult,
      ...instanceFailures,
      ...failures('UPSTREAM_ERROR'),
      400: Type.Union([FailureEnvelope('BAD_REQUEST'), NotConnected]),
    },
    detail: {
      ...tagged(needs('connect')),
      summary: 'Restart the connection of an instance',
      description: 'A second call joins the restart under way. POST and PUT do the same.',
    },
  };
  return new Elysia({ name: 'instance-restart' })
    .post(path, (context) => restart(context), schema)
    .put(path, (context) => restart(context), schema);
};

interface RestartContext extends AuditedContext {
  readonly params: { readonly instanceName: string };
  readonly set: AuditedContext['set'] & { status?: number | string };
}
