/** Reads the body of an operation whose schema alone does not say how. */
import { type Static, type TObject, type TSchema, Type } from '@sinclair/typebox';
import {
  checkedBy,
  streamedForm,
  uncheckedBody,
  uncheckedForm,
} from '../../core/http/read-fields.ts';
import type { InstanceRecord } from '../../core/instances/directory.ts';
import type { GatewayParts } from './parts.ts';

/** A body that is read otherwise than field by field against its schema. */
export interface BodyReader<T> {
  /** The schema that the route declares. */
  readonly schema: TSchema;
  /** Throws `invalid`, naming every wrong field. */
  read(body: unknown, parts: GatewayParts, call: UnreadCall): T;
}

/** The facts that `read` may depend on. */
interface UnreadCall {
  readonly request: Request;
  readonly query: unknown;
  readonly params: Readonly<Record<string, string>>;
  /** The instance of the operation, or null if the operation has no instance. */
  readonly instance: InstanceRecord | null;
}

/** A body with a reader of its own. `isOptional`: it may be absent, and is read as `{}` then. */
export const readBody = <T>(
  schema: TObject,
  read: BodyReader<T>['read'],
  { isOptional = false } = {},
): BodyReader<T> => ({
  schema: isOptional ? Type.Optional(uncheckedBody(schema)) : uncheckedBody(schema),
  read: (body, ...known) => read(isOptional ? (body ?? {}) : body, ...known),
});

/** A body that may be absent, and is read as `{}` then. */
export const optionalBody = <S extends TObject>(schema: S): BodyReader<Static<S>> =>
  readBody(schema, (body) => checkedBy(schema, body), { isOptional: true });

/** A body, or a form whose part `file` is the field `fileField`. */
export const formBody = <T>(
  schema: TObject,
  fileField: string,
  read: BodyReader<T>['read'],
): BodyReader<T> => ({ schema: uncheckedForm(schema, fileField), read });

/** A form with a file of any size, which the operation reads by `readStreamedForm`. */
export const streamedFormBody = (schema: TObject): BodyReader<undefined> => ({
  schema: streamedForm(schema),
  read: () => undefined,
});

/** A body that the framework checks against its schema. */
export const checkedBody = <S extends TSchema>(schema: S): BodyReader<Static<S>> => ({
  schema,
  read: (body) => body as Static<S>,
});
