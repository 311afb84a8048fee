/** The roles of the account and what they permit. */
import { longField, textField } from '../components/fields.tsx';
import { texts } from '../texts.ts';
import type { ListItem } from './api.ts';
import { PermissionTable, permissionsField } from './permission-matrix.tsx';
import type { ListedKind } from './record-kind.tsx';
import { Records } from './records.tsx';
import { type Session, useSession } from './session.ts';
import { permissionText } from './shown-words.ts';

type Role = ListItem<'/api/v1/roles'>;

export const RolesView = ({ id }: { id: string | null }) => (
  <Records kind={roleKind(useSession())} opened={id} />
);

function roleKind({ can }: Session): ListedKind<Role> {
  const { crm, common } = texts();
  const { roles } = crm;
  return {
    resource: 'roles',
    path: '/roles',
    section: 'roles',
    title: crm.sections.roles,
    newOne: roles.newOne,
    empty: common.nothing,
    about: roles.about,
    nameOf: ({ name }) => name,
    columns: [
      {
        title: roles.key,
        field: 'key',
        cell: ({ key }) => <code>{key}</code>,
        value: ({ key }) => key,
      },
      {
        title: crm.type,
        field: 'type',
        value: ({ type }) => (type === 'system' ? roles.ofSystem : roles.ownRole),
      },
      {
        title: common.permissions,
        value: ({ permissions }) => permissions.length,
        cell: ({ permissions }) =>
          permissions.length === 0 ? roles.permitsNothing : roles.permissions(permissions.length),
      },
      {
        title: common.description,
        field: 'description',
        value: ({ description }) => description,
        isMinor: true,
      },
    ],
    fields: () => [
      textField('name', common.name, { required: true, hint: roles.nameHint }),
      longField('description', common.description),
      permissionsField('permissions', common.permissions, can),
    ],
    details: ({ permissions }) => <PermissionTable permissions={permissions} />,
    mayChange: ({ type, permissions }) => type === 'custom' && permissions.every(can),
    ending: { word: common.delete, text: roles.ending },
  };
}

/** Few are named, many are counted. */
export function permissionsText(permissions: readonly string[]): string {
  const { roles } = texts().crm;
  if (permissions.length === 0) return roles.permitsNothing;
  return permissions.length > 4
    ? roles.permissions(permissions.length)
    : permissions.map(permissionText).join(', ');
}
