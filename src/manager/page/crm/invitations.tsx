/** The invitations that the person behind the token has got. */
import { at } from '../api.ts';
import { ActionButton } from '../components/form.tsx';
import { texts } from '../texts.ts';
import type { ListedAt } from './api.ts';
import { type ListedKind, type RecordContext, Records } from './records.tsx';

type Invitation = ListedAt<'/api/v1/invitations'>;

export const InvitationsView = () => <Records kind={invitationKind()} />;

function invitationKind(): ListedKind<Invitation> {
  const { crm, formats } = texts();
  const { invitations } = crm;
  return {
    resource: 'users',
    path: '/invitations',
    title: crm.sections.invitations,
    newOne: '',
    empty: invitations.empty,
    about: invitations.about,
    nameOf: ({ account }) => account.name,
    factsOf: ({ role, expires_at: end }) => [
      invitations.as(role.name),
      crm.until(formats.dateTime(end)),
    ],
    actions: (invitation, context) => (
      <>
        <Answer verb="accept" invitation={invitation} context={context} />
        <Answer verb="decline" invitation={invitation} context={context} />
      </>
    ),
  };
}

interface AnswerProps {
  readonly verb: 'accept' | 'decline';
  readonly invitation: Invitation;
  readonly context: RecordContext;
}

function Answer({ verb, invitation: { id, account }, context }: AnswerProps) {
  const { invitations } = texts().crm;
  const { session, status, refresh } = context;
  const run = async () => {
    const { message = '' } = await session.api.post(at`/invitations/${id}/${verb}`);
    refresh();
    return verb === 'accept' ? `${message}. ${invitations.accepted}` : message;
  };
  return (
    <ActionButton
      label={invitations[verb]}
      of={account.name}
      class={verb === 'accept' ? 'primary' : ''}
      status={status}
      run={run}
    />
  );
}
