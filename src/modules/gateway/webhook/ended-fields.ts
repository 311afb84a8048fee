/** A field that is refused unless it changes nothing. No document has it. */
import { type TObject, Type } from '@sinclair/typebox';
import { type FieldError, fieldError, parsedIfPresent } from '../../../core/http/read-fields.ts';

/**
 * The most events of a request. Only 1 is accepted, because each request has one event: clients that send it must not
 * wait for requests with several.
 */
const batch = parsedIfPresent(Type.Integer(), (value): FieldError | undefined =>
  value === 1 ? undefined : fieldError('batch_ended'),
);

/** Returns what to read a body by: the documented schema, and the field that it does not have. */
export const withEndedFields = <S extends TObject>(schema: S): S => ({
  ...schema,
  properties: { ...schema.properties, batch },
});
