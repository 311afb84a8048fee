/** The members of a group, and what can be done with each. */
import { useMemo, useState } from 'preact/hooks';
import type { AnswerTo } from '../api.ts';
import { userOf } from '../chat/content.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Form, TextAreaField } from '../components/form.tsx';
import { Menu } from '../components/layout.tsx';
import { type Status, StatusLine, useStatus } from '../components/status.tsx';
import { Badge } from '../components/text.tsx';
import { createNameLookup } from '../name-lookup.ts';
import { texts } from '../texts.ts';
import { errorWords } from '../traffic/error-words.ts';
import { useApi } from './api-context.ts';
import { peopleIn } from './people.ts';

type Member = NonNullable<
  AnswerTo<'GET', '/group/findGroupInfos/{instanceName}'>['participants']
>[number];
type Action = 'add' | 'remove' | 'promote' | 'demote';

interface MembersProps {
  readonly instanceName: string;
  /** The number of the account. */
  readonly own: string | null;
  readonly groupJid: string;
  readonly members: readonly Member[];
  readonly refresh: () => void;
}

/** A community has thousands, and the name of each is looked up. */
const SHOWN_AT_ONCE = 50;

/** Returns what a member is called: by the name of the message store, or by the number. */
function useMemberNames({ instanceName, own }: Pick<MembersProps, 'instanceName' | 'own'>) {
  const api = useApi();
  const lookUp = useMemo(
    () =>
      createNameLookup(async (remoteJid) => {
        const [found] = await api.call('POST', '/chat/findContacts/{instanceName}', {
          params: { instanceName },
          body: { where: { remoteJid }, offset: 1 },
        });
        return found?.pushName ?? null;
      }),
    [api, instanceName],
  );
  return (jid: string): string => {
    const number = userOf(jid);
    return number === own ? texts().chat.you : (lookUp(jid) ?? number);
  };
}

export function GroupMembers(props: MembersProps) {
  const { instanceName, groupJid, members, refresh } = props;
  const api = useApi();
  const nameOf = useMemberNames(props);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const status = useStatus();
  const { groups, formats, overview } = texts();
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
      .map(({ jid, reason }) => groups.refused(nameOf(jid), errorWords(reason ?? '')))
      .join(' · ');
  };
  return (
    <section>
      <h3>{groups.membersOf(formats.number(members.length))}</h3>
      <ul class="rows members">
        {members.slice(0, shown).map((member) => (
          <MemberRow
            key={member.id}
            {...{ member, status, change }}
            name={nameOf(member.phoneNumber ?? member.id)}
          />
        ))}
      </ul>
      {shown < members.length && (
        <button type="button" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {overview.showMore}
        </button>
      )}
      <StatusLine status={status} />
      <Form
        draft={`members ${groupJid}`}
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

interface RowProps {
  readonly member: Member;
  readonly name: string;
  readonly status: Status;
  readonly change: (action: Action, participants: string[]) => Promise<string>;
}

function MemberRow({ member: { id, phoneNumber, admin }, name, status, change }: RowProps) {
  const { groups, common } = texts();
  const number = phoneNumber && userOf(phoneNumber);
  const action = (label: string, which: Action) => (
    <ActionButton label={label} status={status} run={() => change(which, [id])} />
  );
  return (
    <li>
      <span>
        <bdi>{name}</bdi> {number !== name && <span class="hint">{number}</span>}{' '}
        {admin && (
          <Badge state={admin}>{admin === 'superadmin' ? groups.owner : groups.admin}</Badge>
        )}
      </span>
      <Menu label={groups.actionsFor(name)}>
        {admin === null ? action(groups.promote, 'promote') : action(groups.demote, 'demote')}
        {action(common.remove, 'remove')}
      </Menu>
    </li>
  );
}
