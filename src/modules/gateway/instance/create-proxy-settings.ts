/** The proxy that an instance is created with, in the fields of older clients. */

import { Type } from '@sinclair/typebox';
import type { Json } from '../../../core/http/openapi-components.ts';
import {
  type FieldError,
  nestedErrors,
  parsedIfPresent,
  readFields,
} from '../../../core/http/read-fields.ts';
import type { InstanceProxy } from '../../../core/instances/proxies.ts';
import { renameFirst } from '../../../core/shared/reasons/problems.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';
import { ProxySettings } from '../proxy/model.ts';

interface ProxyContext {
  /** Says where proxies may be. */
  readonly proxyGuard: UrlGuard;
}

const likeSet = (description: string, example: Json) =>
  Type.Optional(Type.Unknown({ description, examples: [example] }));

export const PROXY_FIELDS = {
  proxyPort: likeSet('Port of the proxy, 1 to 65535, as a number or a text', 1080),
  proxyProtocol: likeSet(
    'Protocol of the proxy: `http` (the default), `https` or `socks5`',
    'socks5',
  ),
  proxyUsername: likeSet('Username for the proxy, if the proxy requires one', 'shop'),
  proxyPassword: likeSet('Password for the proxy, used with the username', 'a-password'),
  /** It must be the last field, because the others only count with it. */
  proxyHost: parsedIfPresent(
    Type.String({
      description:
        'Host name or IP address of the proxy, such as `proxy.example.com`; absent means a direct connection',
      examples: ['proxy.example.com'],
    }),
    (host, { proxyGuard: guard }: ProxyContext, before): InstanceProxy | FieldError => {
      const { proxyPort: port, proxyProtocol: protocol = 'http' } = before;
      const { proxyUsername: username, proxyPassword: password } = before;
      const proxyFields = { enabled: true, protocol, host, port, username, password };
      const { fields, problems } = readFields(ProxySettings, proxyFields, { guard, stored: null });
      if (problems.length > 0) return nestedErrors(problems.map(asSent));
      // Every field has been read without a problem.
      return fields as InstanceProxy;
    },
  ),
};

/** The fields have the names of proxy/set. */
const asSent = renameFirst((name) => `proxy${name.charAt(0).toUpperCase()}${name.slice(1)}`);
