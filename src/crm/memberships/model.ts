/** The shape of a membership that has ended. */
import { type Static, Type } from '@sinclair/typebox';
import { Id } from '../fields.ts';

export const Left = Type.Object({ account_id: Id, user_id: Id });
export type Left = Static<typeof Left>;
