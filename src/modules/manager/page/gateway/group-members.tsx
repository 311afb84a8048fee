/** The members of a group, and what can be done with each. */
import type { AnswerTo } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Form, TextAreaField } from '../components/form.tsx';
import { Menu } from '../components/layout.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { Badge } from '../components/text.tsx';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { peopleIn } from './people.ts';

type Member = NonNullable<
  AnswerTo<'GET', '/group/findGroupInfos/{instanceName}'>['participants']
>[number];
type Action = 'add' | 'remove' | 'promote' | 'demote';

interface MembersProps {
  readonly instanceName: string;
  readonly groupJid: string;
  readonly members: readonly Member[];
  readonly refresh: () => void;
}

const nameOf = ({ id, phoneNumber }: Member): string => (phoneNumber ?? id).split('@')[0] ?? id;

export function GroupMembers({ instanceName, groupJid, members, refresh }: MembersProps) {
  const api = useApi();
  const status = useStatus();
  const { groups, formats, common } = texts();
  const change = async (action: Action, participants: string[]) => {
    const { updateParticipants } = await api.call(
      'POST',
      '/group/updateParticipant/{instanceName}',
      { params: { instanceName }, body: { groupJid, action, participants } },
    );
    refresh();
    const refused = updateParticipants.filter(({ reason }) => reason !== null);
    if (refused.length === 0) return groups.added(formats.number(participants.length));
    return refused
      .map(({ jid, reason }) => groups.refused(jid.split('@')[0] ?? jid, reason ?? ''))
      .join(' · ');
  };
  const action = (label: string, which: Action, member: Member) => (
    <ActionButton label={label} status={status} run={() => change(which, [member.id])} />
  );
  return (
    <section>
      <h3>{groups.membersOf(formats.number(members.length))}</h3>
      <ul class="rows members">
        {members.map((member) => (
          <li key={member.id}>
            <span>
              {nameOf(member)}{' '}
              {member.admin && (
                <Badge state={member.admin}>
                  {member.admin === 'superadmin' ? groups.owner : groups.admin}
                </Badge>
              )}
            </span>
            <Menu label={groups.actionsFor(nameOf(member))}>
              {member.admin === null
                ? action(groups.promote, 'promote', member)
                : action(groups.demote, 'demote', member)}
              {action(common.remove, 'remove', member)}
            </Menu>
          </li>
        ))}
      </ul>
      <StatusLine status={status} />
      <Form
        submit={groups.add}
        onSubmit={async ({ people = '' }, form) => {
          const said = await change('add', peopleIn(people));
          form.reset();
          return said;
        }}
      >
        <TextAreaField
          label={groups.people}
          name="people"
          rows={2}
          required
          hint={groups.peopleHint}
        />
      </Form>
    </section>
  );
}
