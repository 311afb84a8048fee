/** The body of POST /instance/create, in the fields of this product and in those of older clients. */
import { Type } from '@sinclair/typebox';
import { Flag, Uuid } from '../../../core/http/field-types.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import type { Json } from '../../../core/http/openapi-components.ts';
import { describe } from '../../../core/http/openapi-schema.ts';
import {
  type FieldError,
  type Fields,
  fieldError,
  isFields,
  nestedErrors,
  optional,
  parsedBy,
  parsedIfPresent,
  readFields,
  words,
} from '../../../core/http/read-fields.ts';
import type { NewInstanceRequest } from '../../../core/instances/create.ts';
import { isInstanceName, storedName } from '../../../core/instances/directory.ts';
import type { InstanceProxy } from '../../../core/instances/proxies.ts';
import { PROVIDER_NAMES } from '../../../core/providers/all.ts';
import type { AccountSettings } from '../../../core/providers/chats.ts';
import type { Provider, ProviderName } from '../../../core/providers/provider.ts';
import { isKeyText, isReservedKey, PORTAL_PREFIX } from '../../../core/shared/chosen-keys.ts';
import { invalid, invalidFields } from '../../../core/shared/errors.ts';
import { renameFirst } from '../../../core/shared/reasons/problems.ts';
import type { SettingsChange } from '../../../core/webhooks/event-settings.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';
import { ProxySettings } from '../proxy/operations.ts';
import { ACCOUNT_FIELDS } from '../settings/operations.ts';
import {
  CLOUD_FIELDS,
  cloudCredentialsIn,
  cloudProblems,
  evolutionApiName,
  fromEvolutionApiBusiness,
  INTEGRATIONS,
  providerOf,
} from './cloud-fields.ts';
import { EVENT_FIELDS, type EventContext, newEventSettings } from './create-event-settings.ts';
import { evolutionGoName, fromEvolutionGo, isOfEvolutionGo } from './evolution-go-body.ts';
import { pairingNumber, readPairingNumber } from './phone.ts';

// Fields that older clients send at create and that ask for what does not exist here.

const NAMES = new Set([
  ...['sqs', 'kafka', 'pusher', 'syncFullHistory', 'wavoipToken', 'businessId'],
  'advancedSettings.ignoreStatus',
]);
/** Fields of integrations with other products: `chatwootAccountId`, `typebot_url` … */
const INTEGRATION =
  /^(chatwoot|typebot|openai|dify|flowise|n8n|evolutionBot|evoai|sqs|kafka|pusher)(?=[A-Z_]|$)/;

/** The names of those that are switched on or hold something. */
const ignoredFields = (body: Fields): string[] =>
  Object.entries(body)
    .filter(([name, value]) => (NAMES.has(name) || INTEGRATION.test(name)) && !isOff(value))
    .map(([name]) => name);

function isOff(value: unknown): boolean {
  if (isFields(value)) return value.enabled === false || Object.keys(value).length === 0;
  return [undefined, null, false, ''].some((off) => off === value);
}

// The proxy that an instance is created with, in the fields of older clients.

interface ProxyContext {
  /** Says where proxies may be. */
  readonly proxyGuard: UrlGuard;
}

const likeSet = (description: string, example: Json) =>
  Type.Optional(Type.Unknown({ description, examples: [example] }));

const PROXY_FIELDS = {
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

interface NewInstanceContext extends EventContext {
  readonly providers: ReadonlyMap<ProviderName, Provider>;
  readonly defaultProvider: ProviderName;
  /** Says where proxies may be. */
  readonly proxyGuard: UrlGuard;
}

export const NewInstance = NamedObject(
  'NewInstance',
  {
    instanceName: parsedBy(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'Name of the new instance, 1-64 characters in any language, such as `shop`; it has no slash or control character and does not begin with a dot or dash',
        examples: ['shop'],
      }),
      (value) => {
        if (value === undefined) return fieldError('required');
        const isName = typeof value === 'string' && isInstanceName(value);
        return isName ? storedName(value) : fieldError('not_instance_name');
      },
    ),
    name: Type.Optional(
      Type.Unknown({
        description:
          'Another name of `instanceName`, for clients of Evolution Go, whose `advancedSettings` and `proxy` are accepted beside it',
        examples: ['shop'],
      }),
    ),
    instanceId: optional(
      Uuid({
        description:
          'Id of the new instance, a UUID that no other instance has; generated if absent',
        examples: ['01a1fa97-1c29-769b-a28f-b5665e4c4109'],
      }),
    ),
    provider: parsedIfPresent(
      describe(
        'Platform that the instance connects to; defaults to DEFAULT_PROVIDER',
        words(...PROVIDER_NAMES),
      ),
      (value, { providers }: NewInstanceContext) => {
        const available = [...providers.keys()];
        const found = available.find((name) => name === value);
        return found ?? fieldError('not_available', { values: available.join(', ') });
      },
    ),
    integration: parsedIfPresent(
      Type.String({
        enum: INTEGRATIONS,
        description:
          'Provider by the name that Evolution API has for it; `provider` takes precedence',
      }),
      (value, { providers }: NewInstanceContext) => {
        const available = INTEGRATIONS.filter((name) => providers.has(providerOf(name)));
        const found = available.find((name) => name === value);
        if (found !== undefined) return providerOf(found);
        return fieldError('not_available', { values: available.join(', ') });
      },
    ),
    number: parsedIfPresent(
      pairingNumber(
        'Phone number to pair with by code, with its country code, such as `5511999990000`; empty is the same as absent',
      ),
      readPairingNumber,
    ),
    token: parsedIfPresent(
      Type.String({
        minLength: 8,
        maxLength: 256,
        description:
          'Key of the instance: 8-256 visible ASCII characters, not beginning with `portal_`; generated if absent',
        examples: ['AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE'],
      }),
      (value) => {
        if (typeof value !== 'string' || !isKeyText(value))
          return fieldError('visible_ascii', { min: 8, max: 256 });
        return isReservedKey(value)
          ? fieldError('reserved_beginning', { beginning: PORTAL_PREFIX })
          : value;
      },
    ),
    qrcode: optional(
      Flag({
        description:
          'Whether to connect at once, and return the pairing code if it arrives within 5 s',
      }),
    ),
    ...CLOUD_FIELDS,
    ...ACCOUNT_FIELDS,
    ...EVENT_FIELDS,
    ...PROXY_FIELDS,
  },
  { additionalProperties: true },
);

/** `body` is as the caller sent it: 400 naming every wrong field. Null and, but for the name, '' count as absent. */
export function parseNewInstance(body: unknown, context: NewInstanceContext): NewInstanceRequest {
  const sentFields = withoutEmpty(body);
  const isGo = isOfEvolutionGo(sentFields);
  const sent = isGo
    ? withoutEmpty(fromEvolutionGo(sentFields))
    : fromEvolutionApiBusiness(sentFields);
  const { fields, problems } = readFields(NewInstance, sent, context);
  const events = newEventSettings(fields, context);
  const provider = fields.provider ?? fields.integration ?? context.defaultProvider;
  const found = [...problems, ...cloudProblems(provider, sent), ...events.problems];
  const sentName = isGo ? evolutionGoName : evolutionApiName;
  const all = found.map(renameFirst((name) => sentName(name, sentFields)));
  const { instanceName: name, number = null, token = null } = fields;
  if (all.length > 0 || name === undefined) throw invalidFields(all);
  return {
    id: fields.instanceId ?? null,
    name,
    provider,
    number,
    token,
    wantsCode: fields.qrcode ?? false,
    accountSettings: accountSettingsIn(fields),
    events: isGo ? inGoFormat(events.settings, token) : events.settings,
    proxy: fields.proxyHost ?? null,
    cloud: cloudCredentialsIn(fields),
    ignored: [...events.ignored, ...ignoredFields(sent)],
    isOfEvolutionGo: isGo,
  };
}

/** Clients that gave the key as Evolution Go does expect it in the bodies of events, unless they chose another format. */
function inGoFormat(settings: SettingsChange, instanceToken: string | null): SettingsChange {
  const isChosen = (settings.webhook?.format ?? null) !== null;
  return isChosen || instanceToken === null
    ? settings
    : { ...settings, webhook: { ...settings.webhook, format: 'evolution-go', instanceToken } };
}

/** Clients send fields that were left empty in a form. */
function withoutEmpty(body: unknown): Fields {
  if (!isFields(body)) throw invalid('the body must be a JSON object');
  const isSent = ([name, value]: [string, unknown]) =>
    value !== null && value !== undefined && (value !== '' || name === 'instanceName');
  return Object.fromEntries(Object.entries(body).filter(isSent));
}

const accountSettingsIn = (fields: Fields): Partial<AccountSettings> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in ACCOUNT_FIELDS));
