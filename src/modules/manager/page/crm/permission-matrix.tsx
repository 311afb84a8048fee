/** Permissions as a table of records by actions, to read and as a field. A phone lists the actions under each record. */
import type { ComponentChildren } from 'preact';
import type { Field } from '../components/fields.tsx';
import { ticksField } from '../components/ticks.tsx';
import { texts } from '../texts.ts';
import { permissionText } from './shown-words.ts';
import { PERMISSIONS } from './words.ts';

interface MatrixProps {
  readonly label: string;
  /** Returns the content of the cell of a permission. */
  readonly cell: (permission: string) => ComponentChildren;
}

function Matrix({ label, cell }: MatrixProps) {
  const { records, actions } = texts().crmWords.permissions;
  const known: ReadonlySet<string> = new Set(PERMISSIONS);
  return (
    <table class="matrix" aria-label={label}>
      <thead>
        <tr>
          <td />
          {Object.entries(actions).map(([action, title]) => (
            <th key={action} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(records).map(([record, title]) => (
          <tr key={record}>
            <th scope="row">{title}</th>
            {Object.entries(actions).map(([action, word]) => {
              const permission = `${record}.${action}`;
              return (
                <td key={action} data-title={word}>
                  {known.has(permission) && cell(permission)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The permissions of a record; `isOpen` returns whether the reader may give or take one. */
export const permissionsField = (
  name: string,
  legend: string,
  isOpen: (permission: string) => boolean,
): Field => ({
  ...ticksField(name, legend, PERMISSIONS, { isOpen }),
  view: (stored, problem) => {
    const box = (permission: string) => (
      <label>
        <span class="visually-hidden">{permissionText(permission)}</span>
        <input
          type="checkbox"
          name={name}
          value={permission}
          defaultChecked={Array.isArray(stored) && stored.includes(permission)}
          disabled={!isOpen(permission)}
          aria-invalid={problem !== '' || undefined}
        />
      </label>
    );
    return (
      <div class="field">
        <span class="matrix-title">{legend}</span>
        <Matrix label={legend} cell={box} />
        {problem && <small class="problem">{problem}</small>}
      </div>
    );
  },
});

/** Lists all permissions and marks these. */
export function PermissionTable({ permissions }: { permissions: readonly string[] }) {
  const { common, crm } = texts();
  const { roles } = crm;
  const mark = (permission: string) =>
    permissions.includes(permission) ? (
      <span role="img" aria-label={roles.permitted}>
        ✓
      </span>
    ) : (
      <span role="img" aria-label={roles.notPermitted}>
        –
      </span>
    );
  return <Matrix label={common.permissions} cell={mark} />;
}
