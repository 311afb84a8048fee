/** The proxy that an instance connects through. */
import { Type } from '@sinclair/typebox';
import { jsonNull } from '../../../core/http/json-null.ts';
import { readBody } from '../body.ts';
import { instanceOperation, type Operation } from '../operation.ts';
import { ProxySettings, parseProxy, ShownProxy, toShownProxy } from './model.ts';

const Found = Type.Union([ShownProxy, Type.Null()]);

const setProxy = instanceOperation('POST /proxy/set/:instanceName', {
  tag: 'Proxies',
  scope: 'settings',
  summary: 'Set the proxy of an instance',
  description:
    'Replaces the proxy settings, and connects again if the instance is connected. While the proxy is enabled, everything that the instance sends to its platform goes through it; if the proxy does not work, nothing goes past it and the state of the connection says why. `enabled: false` alone turns it off and keeps the rest. The fields may be inside `proxy`, where `enabled` is true by default.',
  body: readBody(ProxySettings, (body, { proxies, proxyGuard: guard }, { instance }) =>
    parseProxy(body, { guard, stored: proxies.get(instance?.id ?? '') }),
  ),
  answer: Found,
  status: 201,
  audit: 'proxy.set',
  async run({ proxies, service }, { instance, body: proxy, note }) {
    if (proxy === null) return jsonNull(201);
    const { enabled, protocol, host, port } = proxy;
    note({ details: { enabled, protocol, host, port } });
    const wasEnabled = proxies.get(instance.id)?.enabled;
    await proxies.set(instance.id, proxy);
    // A closed connection stays closed; the next one goes the new way.
    if (enabled || wasEnabled) await service.restart(instance.id);
    return toShownProxy(proxy);
  },
});

const findProxy = instanceOperation('GET /proxy/find/:instanceName', {
  tag: 'Proxies',
  scope: 'read',
  summary: 'Get the proxy of an instance',
  description: 'Returns the proxy settings with a masked password, or null if none were ever set.',
  answer: Found,
  run({ proxies }, { instance }) {
    const found = proxies.get(instance.id);
    return found === null ? jsonNull() : toShownProxy(found);
  },
});

export const PROXY_OPERATIONS: readonly Operation[] = [setProxy, findProxy];
