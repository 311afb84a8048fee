/** POST /api/v1/permissions/check */
import { Type } from '@sinclair/typebox';
import { NamedObject } from '../../../core/http/named-object.ts';
import { Body, Text } from '../fields.ts';
import { operation } from '../operation.ts';
import { OF_ANY_TOKEN, PERMISSION_FAILURES, permissionsOf } from './get.ts';

export const checkPermission = operation('POST /api/v1/permissions/check', {
  ...OF_ANY_TOKEN,
  status: 200,
  summary: 'Check one permission of the current user',
  description:
    'Checks the permission in the account that GET /api/v1/permissions would answer for. A permission that does not exist is granted to nobody.',
  body: Body({
    permission_key: Text({
      max: 100,
      description: 'A permission, such as `pipelines.read`',
      examples: ['pipelines.read'],
    }),
  }),
  answer: NamedObject('PermissionCheck', {
    has_permission: Type.Boolean(),
    permission_key: Type.String({ description: 'Permission as it was given' }),
  }),
  answers: PERMISSION_FAILURES,
  message: ({ has_permission: has }) => (has ? 'Permission granted' : 'Permission denied'),
  async run({ db }, caller, { request, body: { permission_key: key } }) {
    const { permissions } = await permissionsOf(db, caller, request);
    return { has_permission: permissions.includes(key), permission_key: key };
  },
});
