/** Schemas of the webhook operations of the CRM, and how they read and show a webhook. */
import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox';
import { webhooks } from '../../../core/db/schema/crm.ts';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { MASK } from '../../../core/shared/mask-url.ts';
import { type FieldProblem, problem } from '../../../core/shared/reasons/problems.ts';
import { unsealedValues } from '../../../core/webhooks/endpoint-rows.ts';
import {
  answerFields,
  type FieldContext,
  requestFields,
  shownValues,
} from '../../../core/webhooks/fields/field.ts';
import { newFields, readChange } from '../../../core/webhooks/fields/instance.ts';
import { JsonObject } from '../../../core/webhooks/fields/table.ts';
import { compileFilter } from '../../../core/webhooks/filter/filter.ts';
import { compileTransform } from '../../../core/webhooks/transform/transform.ts';
import { unprocessableFields } from '../failures.ts';
import { Id, nullable, TIMES, timesOf } from '../fields.ts';
import { camelCased, snakeCased } from '../names.ts';
import { kindOf, type Reader } from '../records.ts';
import { ACCOUNT_FIELDS, type AccountValues, type WebhookRow } from './registry.ts';

export const FilterField = nullable(JsonObject);
export const TransformField = nullable(JsonObject);

const bodyOf = (fields: TProperties) =>
  keepingEmpty(Type.Object(snakeCased(fields), { additionalProperties: false }));
export const NewWebhook = bodyOf(newFields(ACCOUNT_FIELDS));
export const WebhookChange = bodyOf(requestFields(ACCOUNT_FIELDS));

interface ReadContext extends Pick<FieldContext, 'guard'> {
  /** The webhook before the change. */
  readonly stored: Omit<FieldContext['stored'], 'verifyToken'> & { readonly enabled: boolean };
}

/** The state that the body of a new webhook changes. */
export const NOTHING_STORED: ReadContext['stored'] = {
  id: '',
  url: '',
  headers: {},
  enabled: true,
};

/** Returns what a body changes. Throws 422 naming every wrong field. */
export function readWebhook(
  schema: TObject,
  body: unknown,
  { guard, stored }: ReadContext,
): Partial<AccountValues> {
  const context = { guard, stored: { ...stored, verifyToken: null } };
  const { change, problems } = readChange(schema, body, context);
  if (problems.length > 0) throw unprocessableFields(problems.map(asInZone));
  // The cast: the schema has been made of these fields, which have read their values.
  return camelCased(change) as Partial<AccountValues>;
}

/** An unknown field has the problem that it has in every other operation of the zone. */
const asInZone = ({ field, ...found }: FieldProblem): FieldProblem => ({
  field,
  ...(found.reason === 'not_field_of_endpoint' ? problem('field_unknown') : found),
});

const shown = { id: Id, ...snakeCased(answerFields(ACCOUNT_FIELDS)), ...TIMES };
export const Webhook = NamedObject('Webhook', shown);

/** Only these answers show the secret. */
export const WebhookWithSecret = NamedObject('WebhookWithSecret', {
  ...shown,
  secret: Type.String({
    description: 'Secret that signs every delivery as Standard Webhooks defines; shown only here',
  }),
});

/** The URL may hold a token, so only callers that may change a webhook see all of it. */
export function toWebhook(row: WebhookRow, reader?: Reader): Static<typeof Webhook> {
  const viewer = {
    mayChange: reader?.permissions.includes('webhooks.update') ?? false,
    defaultFormat: ACCOUNT_FIELDS.format.initial,
  };
  const { headers, ...unsealed } = ACCOUNT_FIELDS;
  // Only `webhookColumns` writes it.
  const names = JSON.parse(row.headerNames) as string[];
  const values = {
    ...unsealedValues(unsealed, row),
    headers: Object.fromEntries(names.map((name) => [name, MASK])),
  };
  return {
    id: row.id,
    ...snakeCased(shownValues(ACCOUNT_FIELDS, values, viewer)),
    ...timesOf(row),
  };
}

/** Throws 422 when a filter cannot be compiled. */
export function requireFilter(filter: object): void {
  const compiled = compileFilter(filter);
  if ('problems' in compiled) throw unprocessableFields(compiled.problems);
}

/** Throws 422 when a transform cannot be compiled. */
export function requireTransform(transform: object): void {
  const compiled = compileTransform(transform);
  if ('problems' in compiled) throw unprocessableFields(compiled.problems);
}

export const webhookKind = kindOf(webhooks, {
  what: 'webhook',
  plural: 'webhooks',
  answer: Webhook,
  show: toWebhook,
  searched: { name: webhooks.name, description: webhooks.description },
  sorted: { enabled: webhooks.enabled },
});
