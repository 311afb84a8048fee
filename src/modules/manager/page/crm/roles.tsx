/** The roles of the account and what they permit. */

import { longField, textField } from '../components/fields.tsx';
import { ticksField } from '../components/ticks.tsx';
import { texts } from '../texts.ts';
import type { ListedAt } from './api.ts';
import { type ListedKind, Records } from './records.tsx';
import { type Session, useSession } from './session.ts';
import { permissionChoices, permissionText } from './shown-words.ts';
import { PERMISSIONS } from './words.ts';

type Role = ListedAt<'/api/v1/roles'>;

export const RolesView = () => <Records kind={roleKind(useSession())} />;

function roleKind({ can }: Session): ListedKind<Role> {
  const { crm } = texts();
  const { roles } = crm;
  return {
    resource: 'roles',
    path: '/roles',
    title: crm.sections.roles,
    newOne: roles.newOne,
    empty: crm.none,
    about: roles.about,
    nameOf: ({ name }) => name,
    columns: [
      { title: roles.key, cell: ({ key }) => <code>{key}</code>, value: ({ key }) => key },
      {
        title: crm.type,
        value: ({ type }) => (type === 'system' ? roles.ofSystem : roles.ownRole),
      },
      {
        title: roles.permits,
        value: ({ permissions }) => permissions.length,
        cell: ({ permissions }) =>
          permissions.length === 0 ? (
            roles.permitsNothing
          ) : (
            <details>
              <summary>{roles.permissions(permissions.length)}</summary>
              <p class="hint">{permissions.map(permissionText).join(', ')}</p>
            </details>
          ),
      },
      { title: crm.description, value: ({ description }) => description, isMinor: true },
    ],
    fields: () => [
      textField('name', crm.name, { required: true, hint: roles.nameHint }),
      longField('description', crm.description),
      ticksField('permissions', roles.permits, permissionChoices(PERMISSIONS), { isOpen: can }),
    ],
    mayChange: ({ type, permissions }) => type === 'custom' && permissions.every(can),
    ending: { word: crm.delete, text: roles.ending },
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
