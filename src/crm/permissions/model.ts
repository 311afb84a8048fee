/** The words of the permissions operation, as the interface names them. */
import { type Static, Type } from '@sinclair/typebox';
import { Id } from '../fields.ts';

export const PermissionsResult = Type.Object({
  permissions: Type.Array(Type.String(), {
    description: 'Identifiers `<resource>.<action>`, sorted, each once',
  }),
  role_data: Type.Object({ id: Id, key: Type.String(), name: Type.String() }),
});
export type PermissionsResult = Static<typeof PermissionsResult>;
