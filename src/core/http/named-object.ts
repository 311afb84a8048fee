/** Schemas that the API document shows once, as a component of this name. */
import { type ObjectOptions, type TObject, type TProperties, Type } from '@sinclair/typebox';

export const NamedObject = <P extends TProperties>(
  name: string,
  properties: P,
  options: ObjectOptions = {},
): TObject<P> => Type.Object(properties, { ...options, $id: name });
