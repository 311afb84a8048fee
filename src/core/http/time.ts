/**
 * A time in an answer: ISO 8601 UTC with milliseconds. It is documented but not checked again: `iso` made it, and the
 * check would cost each answer more than all other fields.
 */
import { type StringOptions, Type } from '@sinclair/typebox';

export const Time = (options: StringOptions = {}) =>
  Type.String({ ...options, shownFormat: 'date-time' });
