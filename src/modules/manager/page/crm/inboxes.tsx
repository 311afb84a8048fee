/** The inboxes of the account, and one of them with its members, who are added and removed. */
import { useEffect, useState } from 'preact/hooks';
import { ApiFailure, at } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { choiceField, FieldProblem, textField } from '../components/fields.tsx';
import { Form } from '../components/form.tsx';
import { Card, Page } from '../components/layout.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { crmLink } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import type { DataOf, ListItem } from './api.ts';
import { personField } from './choice-fields.tsx';
import { EVERY_MS, focusHeading, type ListedKind } from './record-kind.tsx';
import { useRoleNames } from './record-names.ts';
import { isUnknown, UnknownRecord } from './record-panel.tsx';
import { Records } from './records.tsx';
import { useSession } from './session.ts';
import { valueText } from './shown-words.ts';
import { CHANNEL_TYPES } from './words.ts';

type Inbox = ListItem<'/api/v1/inboxes'>;
type Members = DataOf<'/api/v1/inbox_members/{inbox_id}'>;
type Member = Members[number];

export const InboxesView = ({ id }: { id: string | null }) =>
  id === null ? <Records kind={inboxKind()} /> : <InboxMembers key={id} id={id} />;

function inboxKind(): ListedKind<Inbox> {
  const { crm, common } = texts();
  const { inboxes } = crm;
  return {
    resource: 'inboxes',
    path: '/inboxes',
    section: 'inboxes',
    title: crm.sections.inboxes,
    newOne: inboxes.newOne,
    empty: inboxes.empty,
    nameOf: ({ name }) => name,
    columns: [
      { title: inboxes.channel, value: ({ channel_type: type }) => type, field: 'channel_type' },
      {
        title: common.instance,
        value: ({ instance_name: name }) => name,
        field: 'instance_name',
        isOptional: true,
      },
    ],
    fields: () => [
      textField('name', common.name, { required: true }),
      choiceField('channel_type', inboxes.channel, CHANNEL_TYPES),
      textField('instance_name', common.instance, {
        isNullable: true,
        hint: inboxes.instanceHint,
      }),
    ],
    ending: { word: common.delete, text: inboxes.ending },
  };
}

function InboxMembers({ id }: { id: string }) {
  const { crm, common } = texts();
  const { api, can } = useSession();
  const roleName = useRoleNames();
  const status = useStatus();
  const { value, failure } = usePolledQuery(
    async () => ({
      name: (await api.get<{ name: string }>(at`/inboxes/${id}`)).name,
      members: await api.get<Members>(at`/inbox_members/${id}`),
    }),
    [api, id],
    EVERY_MS,
  );
  const [members, setMembers] = useState<Members>([]);
  useEffect(() => setMembers(value?.members ?? []), [value]);
  /** Every change answers the members as they are then. */
  const change = async (method: 'post' | 'delete', userId: string) => {
    const body = { inbox_id: id, user_ids: [userId] };
    const { data } = await api[method]<Members>('/inbox_members', body);
    setMembers(data);
    return common.saved;
  };
  if (isUnknown(failure)) return <UnknownRecord section="inboxes" />;
  return (
    <Page
      title={value?.name ?? crm.sections.inboxes}
      back={{ href: crmLink('inboxes'), text: crm.inboxes.all }}
    >
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      <Card title={crm.inboxes.members}>
        {value && can('inbox_members.create') && <AddMember add={(who) => change('post', who)} />}
        <Table
          label={crm.inboxes.members}
          rows={value && members}
          empty={crm.inboxes.noMembers}
          keyOf={(member) => member.id}
          {...(can('users.read') && { linkOf: ({ id }: Member) => crmLink('people', id) })}
          columns={[
            { title: common.name, type: 'person', value: ({ available_name: name }) => name },
            { title: crm.people.role, value: ({ role }) => roleName(role) },
            { title: crm.people.email, type: 'address', value: ({ email }) => email },
            {
              title: crm.people.availability,
              type: 'state',
              value: ({ availability_status: availability }) => valueText(availability),
            },
          ]}
          menu={(member) =>
            can('inbox_members.delete') && (
              <RemoveMember
                member={member}
                status={status}
                remove={() => change('delete', member.id)}
              />
            )
          }
        />
      </Card>
    </Page>
  );
}

function AddMember({ add }: { add: (userId: string) => Promise<string> }) {
  const { crm } = texts();
  const [problem, setProblem] = useState('');
  const { choose } = crm.inboxes;
  const person = personField('user', crm.person, useSession(), { nobody: choose });
  const submit = async (_: unknown, form: HTMLFormElement) => {
    try {
      const chosen = String(person.read(new FormData(form), undefined));
      if (chosen === '') throw new FieldProblem(choose);
      const said = await add(chosen);
      setProblem('');
      return said;
    } catch (error) {
      const failure = error instanceof FieldProblem ? nothingSent(error) : error;
      if (failure instanceof ApiFailure)
        setProblem(Object.values(failure.details).flat().join('; '));
      throw failure;
    }
  };
  return (
    <Form class="inline" submit={crm.inboxes.add} onSubmit={submit}>
      {person.view(undefined, problem)}
    </Form>
  );
}

const nothingSent = ({ message }: FieldProblem) =>
  new ApiFailure({ message: texts().common.nothingSent, details: { user_ids: [message] } });

interface RemoveProps {
  readonly member: Member;
  readonly status: ReturnType<typeof useStatus>;
  readonly remove: () => Promise<string>;
}

function RemoveMember({ member: { name }, status, remove }: RemoveProps) {
  const { crm, common } = texts();
  const question = {
    title: crm.question(common.remove, name),
    text: crm.inboxes.removeText,
    action: crm.now(common.remove, name),
  };
  const run = async () => {
    const said = await remove();
    focusHeading();
    return said;
  };
  return (
    <ActionButton label={common.remove} of={name} class="danger" {...{ status, question, run }} />
  );
}
