/** Bodies of endpoints: the body that creates one, the body that changes one, and the id. */
import { type TObject, Type } from '@sinclair/typebox';
import { DEFAULT_ENDPOINT } from '../../../core/events/contract/endpoint.ts';
import { keepingEmpty } from '../../../core/http/body-values.ts';
import { NamedObject } from '../../../core/http/named-object.ts';
import { fieldError, parsedBy } from '../../../core/http/read-fields.ts';
import { invalidFields } from '../../../core/shared/errors.ts';
import type { InstanceEndpoint } from '../../../core/webhooks/event-settings.ts';
import { requestFields, type ValuesOf } from '../../../core/webhooks/fields/field.ts';
import { INSTANCE_FIELDS, newFields, readChange } from '../../../core/webhooks/fields/instance.ts';
import { tokenChange } from '../../../core/webhooks/instance-token.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';
import { withEndedFields } from './set-request.ts';

/** The id of an endpoint that is a webhook. */
export const EndpointId = parsedBy(
  Type.Optional(
    Type.String({
      description:
        'Id of an endpoint of the instance that is a webhook; defaults to `default`, the one that webhook/set changes',
      examples: [DEFAULT_ENDPOINT],
    }),
  ),
  (value = DEFAULT_ENDPOINT) => (typeof value === 'string' ? value : fieldError('not_text')),
);

export interface EndpointContext {
  readonly guard: UrlGuard;
  /** The endpoint before the change, whose values replace masked ones. */
  readonly stored: InstanceEndpoint;
  /** The key of the instance, if the request carried it. */
  readonly key: string | null;
}

export const EndpointChange = keepingEmpty(
  NamedObject('EndpointChange', requestFields(INSTANCE_FIELDS)),
);
export const NewEndpoint = NamedObject('NewEndpoint', newFields(INSTANCE_FIELDS));

/**
 * Returns what a body changes of the endpoint `stored`. Throws 400 naming every wrong field, and every field that there
 * is not.
 */
export function readEndpoint(
  schema: TObject,
  body: unknown,
  { guard, stored, key }: EndpointContext,
): Partial<InstanceEndpoint> {
  const read = readChange(withEndedFields(schema), body, { guard, stored });
  if (read.problems.length > 0) throw invalidFields(read.problems);
  // The cast: the schema has been made of these fields, which have read their values.
  const fields = read.change as Partial<ValuesOf<typeof INSTANCE_FIELDS>>;
  const isFirst = stored.id === DEFAULT_ENDPOINT && fields.url !== undefined;
  const change = { ...fields, ...(isFirst && { isSet: true }) };
  return { ...change, ...tokenChange(stored, change, key) };
}
