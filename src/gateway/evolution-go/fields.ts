/** Schemas that document bodies and answers of Evolution Go's paths. */
import { type TProperties, Type } from '@sinclair/typebox';
import { NamedObject } from '../../http/named-object.ts';

export const text = (description: string) => Type.String({ description });
export const optional = (description: string) => Type.Optional(Type.String({ description }));
export const texts = (description: string) => Type.Array(Type.String(), { description });

/** A body: fields it does not name are ignored. */
export const body = (fields: TProperties) => Type.Object(fields, { additionalProperties: true });

/** When something was done, which is all that some answers say. */
export const Done = NamedObject('EvolutionGoDone', {
  timestamp: Type.String({ format: 'date-time' }),
});

export const Anything = Type.Unknown();
