/** The fields that identify a number of WhatsApp's official API, for create and credentials. */
import { type Static, Type } from '@sinclair/typebox';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { orNull } from '../../../core/http/nullable.ts';
import {
  checkedFields,
  type Fields,
  fieldError,
  parsedIfPresent,
} from '../../../core/http/read-fields.ts';
import type { NumberCredentials } from '../../../core/providers/credentials.ts';
import type { ProviderName } from '../../../core/providers/provider.ts';
import { failure } from '../../../core/shared/errors.ts';
import { type FieldProblem, problem } from '../../../core/shared/reasons/problems.ts';

const ID = /^\d{5,25}$/;

const MetaId = (description: string, example: string) =>
  parsedIfPresent(
    Type.Union([Type.String({ pattern: ID.source }), Type.Integer()], {
      description,
      examples: [example],
    }),
    (value) => {
      const id = Number.isSafeInteger(value) ? String(value) : value;
      return typeof id === 'string' && ID.test(id) ? id : fieldError('not_meta_id');
    },
  );

const SECRET_MAX = 1_024;
const SECRET = new RegExp(`^[\\x21-\\x7e]{1,${SECRET_MAX}}$`);

const readSecret = (value: unknown) =>
  typeof value === 'string' && SECRET.test(value)
    ? value
    : fieldError('visible_ascii', { min: 1, max: SECRET_MAX });

const Secret = (description: string, example: string) =>
  parsedIfPresent(
    Type.String({ minLength: 1, maxLength: SECRET_MAX, description, examples: [example] }),
    readSecret,
  );

/** The same, which null takes away. */
const RemovableSecret = (description: string, example: string) =>
  parsedIfPresent(
    orNull(Type.String({ minLength: 1, maxLength: SECRET_MAX, examples: [example] }), description),
    (value) => (value === null ? null : readSecret(value)),
  );

const APP_SECRET = 'Secret of the Meta app, which signs what Meta sends';
const VERIFY_TOKEN = 'Verify token of the webhook address, as Meta is given it';

/** Only used by whatsapp-cloud. */
export const CLOUD_FIELDS = {
  phoneNumberId: MetaId(
    "Meta's id of the number, 5-25 digits, such as `106540352242922`; only for whatsapp-cloud, where it is required",
    '106540352242922',
  ),
  businessAccountId: MetaId(
    "Meta's id of the WhatsApp Business account, 5-25 digits, such as `102290129340398`; only for whatsapp-cloud, where it is required",
    '102290129340398',
  ),
  accessToken: Secret(
    'Meta access token that opens the number and the account; only for whatsapp-cloud, where it is required',
    'EAAGm0PX4ZCpsBAKZCwRmE0',
  ),
  appSecret: Secret(
    `${APP_SECRET}; only for whatsapp-cloud. Defaults to META_APP_SECRET`,
    'b4d1f3c2a5968778695a4b3c2d1e0f11',
  ),
  verifyToken: Secret(
    `${VERIFY_TOKEN}; only for whatsapp-cloud. Defaults to META_VERIFY_TOKEN`,
    'my-verify-token',
  ),
};

export const NewCredentials = keepingEmpty(
  Type.Object(
    {
      accessToken: Secret(
        'New access token, which replaces the stored one',
        'EAAGm0PX4ZCpsBAKZCwRmE0',
      ),
      appSecret: RemovableSecret(
        `${APP_SECRET}; null uses META_APP_SECRET`,
        'b4d1f3c2a5968778695a4b3c2d1e0f11',
      ),
      verifyToken: RemovableSecret(
        `${VERIFY_TOKEN}; null uses META_VERIFY_TOKEN`,
        'my-verify-token',
      ),
    },
    { additionalProperties: true },
  ),
);

/** `body` is as the caller sent it: 400 naming every wrong field, or when it changes nothing. */
export function parseNewCredentials(body: unknown): Static<typeof NewCredentials> {
  const change = checkedFields(NewCredentials, body);
  if (Object.keys(change).length > 0) return change;
  throw failure('nothing_to_change', { fields: 'accessToken, appSecret, verifyToken' });
}

const REQUIRED = ['phoneNumberId', 'businessAccountId', 'accessToken'] as const;

/** Returns which fields of the official API are missing, or sent for another provider. */
export function cloudProblems(provider: ProviderName, sentFields: Fields): FieldProblem[] {
  if (provider === 'whatsapp-cloud')
    return REQUIRED.filter((name) => sentFields[name] === undefined).map((field) => ({
      field,
      ...problem('required_for_cloud'),
    }));
  return Object.keys(CLOUD_FIELDS)
    .filter((name) => sentFields[name] !== undefined)
    .map((field) => ({ field, ...problem('only_for_cloud', { provider }) }));
}

/** Returns the credentials in the fields, or null if the instance is not a number of the official API. */
export function cloudCredentialsIn(fields: Partial<NumberCredentials>): NumberCredentials | null {
  const { phoneNumberId, businessAccountId, accessToken } = fields;
  if (phoneNumberId === undefined || businessAccountId === undefined || accessToken === undefined)
    return null;
  const { appSecret = null, verifyToken = null } = fields;
  return { phoneNumberId, businessAccountId, accessToken, appSecret, verifyToken };
}

/** The names of Evolution API, whose `integration` is WHATSAPP-BUSINESS, and ours. */
const EVOLUTION_API = [
  ['token', 'accessToken'],
  ['number', 'phoneNumberId'],
  ['businessId', 'businessAccountId'],
] as const;

/** A field that has our own name goes first: then `token` is the key of the instance, as ever. */
export function fromEvolutionApiBusiness(body: Fields): Fields {
  if (body.integration !== 'WHATSAPP-BUSINESS') return body;
  const renamed = EVOLUTION_API.filter(
    ([there, here]) => body[there] !== undefined && body[here] === undefined,
  );
  const sent = new Set<string>(renamed.map(([there]) => there));
  return {
    ...Object.fromEntries(Object.entries(body).filter(([name]) => !sent.has(name))),
    ...Object.fromEntries(renamed.map(([there, here]) => [here, body[there]])),
  };
}

/** Returns the name that the field was sent with in `sent`. */
export function evolutionApiName(name: string, sent: Fields): string {
  const [there] = EVOLUTION_API.find(([, here]) => here === name) ?? [name];
  return name in sent || sent.integration !== 'WHATSAPP-BUSINESS' ? name : there;
}

const PROVIDER_OF = {
  'WHATSAPP-BAILEYS': 'whatsapp',
  'WHATSAPP-BUSINESS': 'whatsapp-cloud',
} as const satisfies Record<string, ProviderName>;

type Integration = keyof typeof PROVIDER_OF;
// The cast: these are its keys.
export const INTEGRATIONS = Object.keys(PROVIDER_OF) as Integration[];

export const providerOf = (integration: Integration): ProviderName => PROVIDER_OF[integration];

/** Returns the integration of a provider. The sandbox counts as a paired phone. */
export const integrationOf = (provider: ProviderName): Integration =>
  provider === 'whatsapp-cloud' ? 'WHATSAPP-BUSINESS' : 'WHATSAPP-BAILEYS';
