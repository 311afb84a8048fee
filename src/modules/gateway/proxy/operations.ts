/** The proxy that an instance connects through. */
import { type Static, Type } from '@sinclair/typebox';
import { etagOf, ifMatchHeader, refuseOtherVersion } from '../../../core/http/etag.ts';
import { Choice, Flag } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { jsonNull } from '../../../core/http/nullable.ts';
import {
  checkedFields,
  errorOf,
  fieldError,
  isFields,
  parsedBy,
  words,
} from '../../../core/http/read-fields.ts';
import { Time } from '../../../core/http/time.ts';
import type { InstanceProxy } from '../../../core/instances/proxies.ts';
import type { ProxyCondition } from '../../../core/outbound/proxy/local-proxy.ts';
import { PROXY_PROTOCOLS } from '../../../core/outbound/proxy/server.ts';
import { iso } from '../../../core/shared/clock.ts';
import { parseAddress } from '../../../core/shared/ip-address.ts';
import { MASK } from '../../../core/shared/mask-url.ts';
import { type Problem, problem } from '../../../core/shared/reasons/problems.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';
import { readBody } from '../body.ts';
import { instanceOperation, type Operation } from '../operation.ts';

interface SetContext {
  /** Says where proxies may be. */
  readonly guard: UrlGuard;
  /** The stored proxy, whose password replaces a masked one. */
  readonly stored: InstanceProxy | null;
}

const HOST_NAME =
  /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]*[a-z\d])?(\.[a-z\d_]([a-z\d_-]*[a-z\d])?)*\.?$/i;
const NUMBERS = /^[\d.]+$/;

const Host = parsedBy(
  Type.String({
    maxLength: 253,
    description: 'Host name or IP address of the proxy, without scheme, port or path',
    examples: ['proxy.example.com'],
  }),
  (value, { guard }: SetContext) => {
    if (typeof value !== 'string' || value === '') return fieldError('not_host');
    const host = value.replace(/^\[(.*)\]$/, '$1').toLowerCase();
    const address = parseAddress(host);
    if (address === null && (!HOST_NAME.test(host) || NUMBERS.test(host)))
      return fieldError('not_host_alone');
    const url = URL.parse(`http://${host.includes(':') ? `[${host}]` : host}/`);
    const refusal = url === null ? 'it cannot be read' : guard.refusesLiteral(url);
    return refusal === null ? host : fieldError('host_refused', { cause: refusal });
  },
);

const PORT_MAX = 65_535;

const Port = parsedBy(
  Type.Union([Type.Integer({ minimum: 1, maximum: PORT_MAX }), Type.String()], {
    description: 'Port of the proxy, 1 to 65535, as a number or a text',
    examples: [1080],
  }),
  (value) => {
    const isText = typeof value === 'string' && /^[1-9]\d{0,4}$/.test(value);
    const port = isText ? Number(value) : value;
    return typeof port === 'number' && Number.isInteger(port) && port >= 1 && port <= PORT_MAX
      ? port
      : fieldError('not_port', { max: PORT_MAX });
  },
);

/** Bytes: SOCKS5 has one byte for the length of each. */
const LOGIN_BYTES_MAX = 255;
// Either would end a line of the request to the proxy, or be cut from it.
const CONTROL = /\p{Cc}/u;

function problemOfText(value: unknown): Problem | null {
  if (typeof value !== 'string') return problem('not_text');
  if (Buffer.byteLength(value) > LOGIN_BYTES_MAX)
    return problem('too_many_bytes', { max: LOGIN_BYTES_MAX });
  return CONTROL.test(value) ? problem('control_characters') : null;
}

const Username = parsedBy(
  Type.Optional(
    Type.String({
      description:
        'Username for the proxy, at most 255 bytes without a colon, if the proxy requires one',
      examples: ['shop'],
    }),
  ),
  (value = '') => {
    const wrong = problemOfText(value);
    if (wrong !== null) return errorOf(wrong);
    return String(value).includes(':') ? fieldError('colon') : String(value);
  },
);

const Password = parsedBy(
  Type.Optional(
    Type.String({
      description:
        'Password for the proxy, at most 255 bytes. The mask (********) keeps the stored password while protocol, host, port and username stay the same.',
      examples: ['a-password'],
    }),
  ),
  (value = '', { stored }: SetContext, before) => {
    if (value !== MASK) {
      const wrong = problemOfText(value);
      if (wrong !== null) return errorOf(wrong);
      return value !== '' && before.username === '' ? fieldError('needs_username') : String(value);
    }
    const isSame = (['protocol', 'host', 'port', 'username'] as const).every(
      (name) => stored?.[name] === before[name],
    );
    if (stored !== null && isSame) return stored.password;
    return fieldError('password_stays_there');
  },
);

export const ProxySettings = NamedObject('ProxySettings', {
  enabled: Flag({ description: 'Whether the instance connects through the proxy' }),
  protocol: Choice(PROXY_PROTOCOLS, { description: 'Protocol of the proxy, `http` by default' }),
  host: Host,
  port: Port,
  username: Username,
  password: Password,
});

/** A client of another gateway writes an empty text for `false`, whatever the other fields are. */
const isTurnedOff = (body: unknown): boolean =>
  isFields(body) && (body.enabled === '' || (body.enabled === false && (body.host ?? '') === ''));

/** Clients of another gateway send everything inside a field `proxy`, where `enabled` goes without saying. */
const outOfField = (body: unknown): unknown =>
  isFields(body) && isFields(body.proxy) ? { enabled: true, ...body.proxy } : body;

/** Returns the proxy, or null if the body turns off a proxy that was never set. Throws 400 with every wrong field. */
export function parseProxy(sent: unknown, context: SetContext): InstanceProxy | null {
  const body = outOfField(sent);
  if (isTurnedOff(body)) return context.stored && { ...context.stored, enabled: false };
  return checkedFields(ProxySettings, body, context);
}

export const ShownProxy = NamedObject('ShownProxy', {
  enabled: Type.Boolean(),
  protocol: words(...PROXY_PROTOCOLS),
  host: Type.String(),
  port: Type.Integer(),
  username: Type.String(),
  password: Type.String({ description: 'Masked password; empty if not set' }),
});

export const toShownProxy = (proxy: InstanceProxy): Static<typeof ShownProxy> => ({
  ...proxy,
  password: proxy.password === '' ? '' : MASK,
});

/** Part of the connection's state; absent if the instance connects directly. */
export const ProxyState = NamedObject(
  'ProxyState',
  {
    works: Type.Union([Type.Boolean(), Type.Null()], {
      description:
        'Whether the last connection through the proxy succeeded; null until one was tried',
    }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the proxy does not work',
    }),
    checkedAt: Type.Union([Time(), Type.Null()], { description: 'When that connection was tried' }),
  },
  { description: 'The proxy of the instance; absent if it connects directly' },
);

export const toProxyState = ({
  works,
  reason,
  checkedAt,
}: ProxyCondition): Static<typeof ProxyState> => ({
  works,
  reason,
  checkedAt: checkedAt === null ? null : iso(checkedAt),
});

const Found = Type.Union([ShownProxy, Type.Null()]);

const setProxy = instanceOperation('POST /proxy/set/:instanceName', {
  tag: 'Proxies',
  scope: 'settings',
  summary: 'Set the proxy of an instance',
  description:
    'Replaces the proxy settings, and connects again if the instance is connected. While the proxy is enabled, everything that the instance sends to its platform goes through it; if the proxy does not work, nothing goes past it and the state of the connection says why. `enabled: false` alone turns it off and keeps the rest. The fields may be inside `proxy`, where `enabled` is true by default.',
  body: readBody(ProxySettings, (body, { proxies, proxyGuard: guard }, { instance, request }) => {
    const { proxy: stored, updatedAt } = proxies.find(instance?.id ?? '');
    // A masked password is that of the version that the caller has read.
    refuseOtherVersion(request, updatedAt);
    return parseProxy(body, { guard, stored });
  }),
  answer: Found,
  status: 201,
  headers: [ifMatchHeader],
  failures: ['PRECONDITION_FAILED'],
  audit: 'proxy.set',
  async run({ proxies, service }, { instance, body: proxy, request, note, set }) {
    if (proxy === null) {
      set.headers.etag = etagOf(proxies.find(instance.id).updatedAt);
      return jsonNull(201);
    }
    const { enabled, protocol, host, port } = proxy;
    note({ details: { enabled, protocol, host, port } });
    const wasEnabled = proxies.get(instance.id)?.enabled;
    const updatedAt = await proxies.set(instance.id, proxy, (replaced) =>
      refuseOtherVersion(request, replaced),
    );
    set.headers.etag = etagOf(updatedAt);
    // A closed connection stays closed; the next one goes the new way.
    if (enabled || wasEnabled) await service.restart(instance.id);
    return toShownProxy(proxy);
  },
});

const findProxy = instanceOperation('GET /proxy/find/:instanceName', {
  tag: 'Proxies',
  scope: 'read',
  summary: 'Get the proxy of an instance',
  description:
    'Returns the proxy settings with a masked password, or null if none were ever set, with their version as `ETag`.',
  answer: Found,
  run({ proxies }, { instance, set }) {
    const { proxy, updatedAt } = proxies.find(instance.id);
    set.headers.etag = etagOf(updatedAt);
    return proxy === null ? jsonNull() : toShownProxy(proxy);
  },
});

export const PROXY_OPERATIONS: readonly Operation[] = [setProxy, findProxy];
