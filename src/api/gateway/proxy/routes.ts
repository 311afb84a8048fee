/** Routes of /proxy. */
import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { jsonNull } from '../../../http/json-null.ts';
import { uncheckedBody } from '../../../http/read-fields.ts';
import type { InstanceDirectory } from '../../../instances/directory.ts';
import type { InstanceProxies } from '../../../instances/proxies.ts';
import { needs, type Security } from '../../../instances/scopes.ts';
import type { InstanceService } from '../../../instances/service.ts';
import type { UrlGuard } from '../../../webhooks/url.ts';
import type { Audit } from '../audit/operations.ts';
import { instanceFor } from '../guard.ts';
import { instanceFailures, instanceParams } from '../operation.ts';
import { ProxySettings, parseProxy, ShownProxy, toShownProxy } from './model.ts';

interface ProxyDeps {
  readonly directory: InstanceDirectory;
  readonly service: Pick<InstanceService, 'restart'>;
  readonly proxies: InstanceProxies;
  /** Says where proxies may be. */
  readonly proxyGuard: UrlGuard;
  readonly audit: Audit;
}

const tagged = (security: Security) => ({ tags: ['Proxies'], security });
const Found = Type.Union([ShownProxy, Type.Null()]);

export const proxyRoutes = (deps: ProxyDeps) =>
  new Elysia({ name: 'proxy' }).use(setProxy(deps)).use(findProxy(deps));

const setProxy = ({ directory, service, proxies, proxyGuard: guard, audit }: ProxyDeps) =>
  new Elysia().post(
    '/proxy/set/:instanceName',
    async (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      return audit.run(context, { action: 'proxy.set', instance }, async (note) => {
        const stored = proxies.get(instance.id);
        const proxy = parseProxy(context.body, { guard, stored });
        context.set.status = 201;
        if (proxy === null) return jsonNull(201);
        const { enabled, protocol, host, port } = proxy;
        note({ details: { enabled, protocol, host, port } });
        await proxies.set(instance.id, proxy);
        // A closed connection stays closed; the next one goes the new way.
        if (enabled || stored?.enabled) await service.restart(instance.id);
        return toShownProxy(proxy);
      });
    },
    {
      params: instanceParams,
      body: uncheckedBody(ProxySettings),
      response: { 201: Found, ...instanceFailures },
      detail: {
        ...tagged(needs('settings')),
        summary: 'Set the proxy of an instance',
        description:
          'Replaces the settings whole, and connects again when the instance is connected. While it is enabled, all that the instance sends to its platform goes through the proxy, and nothing past it when it does not work: the state of the connection then says why. `enabled: false` alone turns it off and keeps the rest. The fields may stand inside `proxy`, where `enabled` is true unless it says otherwise.',
      },
    },
  );

const findProxy = ({ directory, proxies }: ProxyDeps) =>
  new Elysia().get(
    '/proxy/find/:instanceName',
    (context) => {
      const instance = instanceFor(context, directory, context.params.instanceName);
      const found = proxies.get(instance.id);
      return found === null ? jsonNull() : toShownProxy(found);
    },
    {
      params: instanceParams,
      response: { 200: Found, ...instanceFailures },
      detail: {
        ...tagged(needs('read')),
        summary: 'The proxy of an instance',
        description: 'The password is masked; null while none was ever set.',
      },
    },
  );
