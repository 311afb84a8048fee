/** The people of the account with their roles, and those who are invited. */
import { at } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { showSecret } from '../components/dialog.tsx';
import { choiceField, type Field, flagField, textField } from '../components/fields.tsx';
import { Badge } from '../components/text.tsx';
import { crmLink } from '../links.ts';
import { texts } from '../texts.ts';
import type { ListItem } from './api.ts';
import { type Person, roleField } from './choice-fields.tsx';
import type { ListedKind, RecordContext } from './record-kind.tsx';
import { useRoleNames } from './record-names.ts';
import { Records } from './records.tsx';
import { type Session, useSession } from './session.ts';
import { valueChoices, valueText } from './shown-words.ts';
import { AVAILABILITIES } from './words.ts';

type SentInvitation = ListItem<'/api/v1/accounts/{id}/invitations'>;

/** The answer to a new person or to an invitation; only an invitation has a secret, null if it was shown before. */
interface NewInvitation {
  readonly email: string;
  readonly secret?: string | null;
}

export function PeopleView({ id }: { id: string | null }) {
  const session = useSession();
  const roleName = useRoleNames();
  return (
    <>
      <Records kind={personKind(session, roleName)} opened={id} />
      {session.account && <Records kind={invitedKind(session.account.id, roleName)} />}
    </>
  );
}

const TONES = { online: 'good', busy: 'wait', offline: 'quiet' } as const;

type RoleName = ReturnType<typeof useRoleNames>;

function personKind(session: Session, roleName: RoleName): ListedKind<Person> {
  const { crm, common } = texts();
  const { people } = crm;
  return {
    resource: 'users',
    path: '/users',
    section: 'people',
    title: crm.sections.people,
    newOne: people.newOne,
    empty: people.empty,
    about: people.about,
    nameOf: ({ name }) => name,
    columns: [
      { title: people.role, value: ({ role }) => roleName(role), field: 'role' },
      { title: people.email, type: 'address', value: ({ email }) => email, field: 'email' },
      {
        title: people.availability,
        type: 'state',
        field: 'availability_status',
        value: ({ availability_status: availability }) => valueText(availability),
        cell: ({ availability_status: availability }) => (
          <Badge state={availability} tone={TONES[availability]}>
            {valueText(availability)}
          </Badge>
        ),
      },
      {
        title: people.displayName,
        field: 'display_name',
        value: ({ display_name: name }) => name,
        isMinor: true,
      },
    ],
    fields: (record) => personFields(session, record === undefined),
    made: showInvitation,
    outcomeOf: ({ email, secret }: NewInvitation) =>
      secret === undefined ? undefined : people.invitedTitle(email),
    ending: { word: common.remove, text: people.ending },
  };
}

function invitedKind(account: string, roleName: RoleName): ListedKind<SentInvitation> {
  const { crm, common } = texts();
  const { people } = crm;
  return {
    resource: 'users',
    path: at`/accounts/${account}/invitations`,
    title: people.invited,
    isPart: true,
    newOne: '',
    empty: people.noneInvited,
    nameOf: ({ email }) => email,
    columns: [
      { title: people.role, value: ({ role }) => roleName(role) },
      { title: common.expires, type: 'time', value: ({ expires_at: end }) => end },
    ],
    action: (invitation, context) =>
      context.session.can('users.create') && (
        <Renew account={account} invitation={invitation} context={context} />
      ),
    ending: { word: people.withdraw, text: people.withdrawText },
  };
}

interface RenewProps {
  readonly account: string;
  readonly invitation: SentInvitation;
  readonly context: RecordContext;
}

function Renew({ account, invitation: { id, email }, context }: RenewProps) {
  const { session, status, refresh } = context;
  const run = async () => {
    const path = at`/accounts/${account}/invitations/${id}/renew`;
    const { data } = await session.api.post<NewInvitation>(path, {});
    refresh();
    showInvitation(data);
  };
  return <ActionButton label={texts().crm.people.renew} of={email} {...{ status, run }} />;
}

/** Shows the link that the person opens, if there is one. */
function showInvitation({ email, secret }: NewInvitation): void {
  if (!secret) return;
  const { people } = texts().crm;
  const link = location.origin + location.pathname + crmLink('invitations', secret);
  void showSecret(people.invitedTitle(email), people.handOver, link);
}

function personFields(session: Session, isNew: boolean): Field[] {
  const { crm, common, webhook } = texts();
  const { people } = crm;
  const first = [
    textField('name', common.name, { required: true }),
    textField('email', people.email, { required: true, type: 'email' }),
    roleField(session),
    textField('display_name', people.displayName, { hint: people.displayNameHint }),
  ];
  if (isNew) return [...first, flagField('new_person', people.newPerson)];
  return [
    ...first,
    choiceField('availability_status', people.availability, valueChoices(AVAILABILITIES)),
    flagField('auto_offline', people.autoOffline),
    textField('avatar_url', people.picture, {
      isNullable: true,
      type: 'url',
      hint: webhook.urlHint,
    }),
  ];
}
