/** The groups of an account: all of them, one of them beside, making and joining one. */
import type { AnswerTo } from '../api.ts';
import { Form, TextAreaField, TextField } from '../components/form.tsx';
import { Card } from '../components/layout.tsx';
import { ListView } from '../components/list-view.tsx';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { texts } from '../texts.ts';
import { useApi, usePostTo } from './api-context.ts';
import { GroupDetails } from './group-details.tsx';
import { numberOf, type PanelProps } from './instance-words.ts';
import { peopleIn } from './people.ts';

type Group = AnswerTo<'GET', '/group/fetchAllGroups/{instanceName}'>[number];

/** The platform is asked for them: not too often. */
const SELDOM_MS = 30_000;

export function GroupsPanel({ instance, about }: PanelProps) {
  const api = useApi();
  const { groups, common } = texts();
  const { instanceName } = instance;
  const { value, failure, refresh } = usePolledQuery(
    (signal) =>
      api.call('GET', '/group/fetchAllGroups/{instanceName}', {
        params: { instanceName },
        query: { getParticipants: 'false' },
        signal,
      }),
    [api, instanceName, instance.state],
    SELDOM_MS,
  );
  return (
    <ListView
      label={groups.title}
      rows={value}
      empty={groups.none}
      failure={failure}
      keyOf={({ id }) => id}
      nameOf={({ subject }) => subject}
      linkOf={(id) => linkTo(instanceName, 'groups', id)}
      opened={about}
      columns={[
        { title: common.name, value: ({ subject }) => subject },
        { title: groups.rules, value: rulesOf, isOptional: true },
        { title: groups.members, type: 'number', value: ({ size }) => size },
      ]}
      panel={(group, close) => (
        <GroupDetails {...{ instanceName, own: numberOf(instance), group, refresh, close }} />
      )}
      aside={
        <>
          <NewGroup instanceName={instanceName} refresh={refresh} />
          <JoinGroup instanceName={instanceName} refresh={refresh} />
        </>
      }
    />
  );
}

function rulesOf({ announce, restrict, isCommunity }: Group): string {
  const { groups } = texts();
  return [
    announce && groups.adminsWrite,
    restrict && groups.adminsChange,
    isCommunity && groups.community,
  ]
    .filter(Boolean)
    .join(', ');
}

interface FormProps {
  readonly instanceName: string;
  readonly refresh: () => void;
}

function NewGroup({ instanceName, refresh }: FormProps) {
  const post = usePostTo(instanceName);
  const { groups, common } = texts();
  return (
    <Card title={groups.new}>
      <Form
        draft="new"
        submit={groups.create}
        onSubmit={async ({ subject = '', people = '', description }, form) => {
          const made = await post('/group/create/{instanceName}', {
            subject,
            participants: peopleIn(people),
            ...(description && { description }),
          });
          form.reset();
          refresh();
          location.hash = linkTo(instanceName, 'groups', made.id);
        }}
      >
        <TextField label={common.name} name="subject" required maxLength={100} />
        <TextAreaField
          label={groups.people}
          name="people"
          required
          rows={3}
          hint={groups.peopleHint}
        />
        <TextAreaField label={common.description} name="description" rows={2} maxLength={2048} />
      </Form>
    </Card>
  );
}

function JoinGroup({ instanceName, refresh }: FormProps) {
  const api = useApi();
  const { groups } = texts();
  return (
    <Card title={groups.join}>
      <Form
        submit={groups.join}
        onSubmit={async ({ inviteCode = '' }, form) => {
          const { accepted } = await api.call('GET', '/group/acceptInviteCode/{instanceName}', {
            params: { instanceName },
            query: { inviteCode },
          });
          form.reset();
          refresh();
          return accepted ? groups.joined : groups.joinAsked;
        }}
      >
        <TextField label={groups.joinLink} name="inviteCode" required />
      </Form>
    </Card>
  );
}
