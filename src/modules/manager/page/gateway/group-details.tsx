/** One group: its name and description, its members, and its invitation link. */
import { useSignal } from '@preact/signals';
import type { AnswerTo } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { CopyText } from '../components/copy.tsx';
import { CheckField, Form, TextAreaField, TextField } from '../components/form.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { texts } from '../texts.ts';
import { useAnswer, useApi, usePostTo } from './api-context.ts';
import { GroupMembers } from './group-members.tsx';

type Group = AnswerTo<'GET', '/group/fetchAllGroups/{instanceName}'>[number];

interface GroupProps {
  readonly instanceName: string;
  /** The number of the account. */
  readonly own: string | null;
  readonly group: Group;
  readonly refresh: () => void;
  readonly close: () => void;
}

const SELDOM_MS = 10_000;

export function GroupDetails(props: GroupProps) {
  const { instanceName, own, group } = props;
  const known = useAnswer(
    '/group/findGroupInfos/{instanceName}',
    { params: { instanceName }, query: { groupJid: group.id } },
    SELDOM_MS,
  );
  const refresh = () => {
    known.refresh();
    props.refresh();
  };
  return (
    <>
      <p class="hint">
        <code>{group.id}</code>
      </p>
      <FailureLine failure={known.failure} />
      {known.value && (
        <>
          <About {...props} group={known.value} refresh={refresh} />
          <GroupMembers
            {...{ instanceName, own }}
            groupJid={group.id}
            members={known.value.participants ?? []}
            refresh={refresh}
          />
        </>
      )}
      <Invitation {...props} />
      <Leave {...props} />
    </>
  );
}

function About({ instanceName, group, refresh }: GroupProps) {
  const post = usePostTo(instanceName);
  const { common, groups } = texts();
  const groupJid = group.id;
  return (
    <Form
      draft={groupJid}
      submit={common.save}
      onSubmit={async ({ subject = '', description = '', announce, restrict }) => {
        if (subject !== group.subject)
          await post('/group/updateGroupSubject/{instanceName}', { groupJid, subject });
        if (description !== (group.desc ?? ''))
          await post('/group/updateGroupDescription/{instanceName}', { groupJid, description });
        const set = (action: 'announcement' | 'not_announcement' | 'locked' | 'unlocked') =>
          post('/group/updateSetting/{instanceName}', { groupJid, action });
        if ((announce !== undefined) !== group.announce)
          await set(announce === undefined ? 'not_announcement' : 'announcement');
        if ((restrict !== undefined) !== group.restrict)
          await set(restrict === undefined ? 'unlocked' : 'locked');
        refresh();
        return common.saved;
      }}
    >
      <TextField
        label={common.name}
        name="subject"
        required
        maxLength={100}
        defaultValue={group.subject}
      />
      <TextAreaField
        label={common.description}
        name="description"
        rows={2}
        maxLength={2048}
        defaultValue={group.desc ?? ''}
      />
      <div class="row">
        <CheckField label={groups.adminsWrite} name="announce" defaultChecked={group.announce} />
        <CheckField label={groups.adminsChange} name="restrict" defaultChecked={group.restrict} />
      </div>
    </Form>
  );
}

function Invitation({ instanceName, group }: GroupProps) {
  const api = useApi();
  const post = usePostTo(instanceName);
  const status = useStatus();
  const link = useSignal('');
  const { groups } = texts();
  const params = { instanceName };
  const groupJid = group.id;
  return (
    <section>
      <h3>{groups.invite}</h3>
      {link.value && <CopyText text={link.value} />}
      <p class="row">
        <ActionButton
          label={groups.getInvite}
          status={status}
          run={async () => {
            const { inviteUrl } = await api.call('GET', '/group/inviteCode/{instanceName}', {
              params,
              query: { groupJid },
            });
            link.value = inviteUrl;
          }}
        />
        <ActionButton
          label={groups.revoke}
          status={status}
          question={{
            title: groups.revokeTitle,
            text: groups.revokeText,
            action: groups.revoke,
          }}
          run={async () => {
            const { inviteUrl } = await post('/group/revokeInviteCode/{instanceName}', {
              groupJid,
            });
            link.value = inviteUrl;
          }}
        />
      </p>
      <StatusLine status={status} />
    </section>
  );
}

function Leave({ instanceName, group, refresh, close }: GroupProps) {
  const api = useApi();
  const { groups } = texts();
  return (
    <div class="actions">
      <ActionButton
        label={groups.leave}
        class="danger"
        question={{
          title: groups.leaveTitle(group.subject),
          text: groups.leaveText,
          action: groups.leaveAction,
        }}
        run={async () => {
          await api.call('DELETE', '/group/leaveGroup/{instanceName}', {
            params: { instanceName },
            body: { groupJid: group.id },
          });
          refresh();
          close();
        }}
      />
    </div>
  );
}
