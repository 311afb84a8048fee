/** Bodies of routes that check them by hand, so that one answer names every wrong field. */
import { type TSchema, type TUnknown, Type } from '@sinclair/typebox';

/** `schema` as documentation; its symbols, which would make the server check it, are left behind. */
export const uncheckedBody = (schema: TSchema): TUnknown =>
  Type.Unknown(Object.fromEntries(Object.entries(schema)));
