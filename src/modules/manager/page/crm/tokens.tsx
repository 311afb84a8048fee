/** The access tokens that open the account: made, shown once, given a new secret, and ended. */
import { at } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { showSecret } from '../components/dialog.tsx';
import { choiceField, type Field, textField, timeField } from '../components/fields.tsx';
import type { Column } from '../components/table.tsx';
import { allOrSelected } from '../components/ticks.tsx';
import { texts } from '../texts.ts';
import type { ListItem } from './api.ts';
import { personField } from './choice-fields.tsx';
import { permissionsField } from './permission-matrix.tsx';
import type { ListedKind, RecordContext } from './record-kind.tsx';
import { type NameOf, useNames } from './record-names.ts';
import { Records } from './records.tsx';
import { permissionsText } from './roles.tsx';
import { type Session, useSession } from './session.ts';

type Token = ListItem<'/api/v1/access_tokens'>;

interface Secret {
  readonly name: string;
  readonly token: string;
}

export function TokensView({ id }: { id: string | null }) {
  const session = useSession();
  const nameOf = useNames('users');
  return <Records kind={tokenKind(session, nameOf)} opened={id} />;
}

function tokenKind(session: Session, nameOf: NameOf): ListedKind<Token> {
  const { crm, common } = texts();
  const { tokens } = crm;
  return {
    resource: 'access_tokens',
    path: '/access_tokens',
    section: 'tokens',
    title: crm.sections.tokens,
    newOne: tokens.newOne,
    empty: common.nothing,
    about: tokens.about,
    nameOf: ({ name }) => name,
    columns: tokenColumns(nameOf),
    fields: (record) => tokenFields(session, record === undefined),
    made: ({ name, token }: Secret) =>
      void showSecret(crm.created(name), crm.shownOnce(tokens.secret, name), token),
    action: (token, context) =>
      session.can('access_tokens.update') && <Rotate token={token} context={context} />,
    ending: { word: common.revoke, text: tokens.ending },
  };
}

function tokenColumns(nameOf: NameOf): readonly Column<Token>[] {
  const { crm, common } = texts();
  const { tokens } = crm;
  return [
    { title: crm.person, type: 'person', value: ({ user_id: id }) => nameOf(id) ?? id },
    {
      title: tokens.opens,
      field: 'account_id',
      value: ({ account_id: id }) => (id === null ? tokens.every : tokens.thisOnly),
    },
    {
      title: tokens.permits,
      value: ({ scopes }) => (scopes === null ? tokens.allOfRole : permissionsText(scopes)),
    },
    {
      title: common.expires,
      type: 'time',
      field: 'expires_at',
      value: ({ expires_at: time }) => time,
      isOptional: true,
    },
    {
      title: tokens.used,
      type: 'time',
      field: 'last_used_at',
      value: ({ last_used_at: time }) => time,
    },
    {
      title: tokens.begins,
      cell: ({ token_prefix: prefix }) => <code>{prefix}…</code>,
      isMinor: true,
    },
  ];
}

function tokenFields(session: Session, isNew: boolean): Field[] {
  const { crm, common } = texts();
  const { tokens } = crm;
  const forNew = [
    personField('user_id', crm.person, session, {
      nobody: tokens.yourself,
      hint: tokens.personHint,
    }),
    choiceField(
      'account_id',
      tokens.opens,
      [
        ['this', tokens.thisOnly],
        ['every', tokens.every],
      ],
      { toValue: (chosen) => (chosen === 'every' ? null : undefined) },
    ),
  ];
  const scopes = permissionsField('scopes', tokens.permits, session.can);
  return [
    textField('name', common.name, { required: true, hint: tokens.nameHint }),
    ...(isNew ? forNew : []),
    allOrSelected(tokens.allOfRole, scopes, {
      all: undefined,
      isAll: (stored) => stored === null,
      isFixed: true,
    }),
    timeField('expires_at', common.expires, { hint: common.emptyForNoExpiry }),
  ];
}

function Rotate({ token: { id, name }, context }: { token: Token; context: RecordContext }) {
  const { crm } = texts();
  const { session, status, refresh } = context;
  const question = {
    title: crm.replaceTitle(name),
    text: crm.tokens.replaceText,
    action: crm.replaceAction(name),
  };
  const run = async () => {
    const { data } = await session.api.post<Secret>(at`/access_tokens/${id}/rotate`, {});
    refresh();
    const replaced = crm.replaced(name);
    void showSecret(replaced, crm.shownOnce(crm.tokens.secret, name), data.token);
    return replaced;
  };
  return <ActionButton label={crm.replace} of={name} {...{ status, question, run }} />;
}
