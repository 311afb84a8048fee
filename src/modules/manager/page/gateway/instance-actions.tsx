/** Restarting an instance, logging it out and deleting it. */
import { ActionButton } from '../components/action-button.tsx';
import { Menu } from '../components/layout.tsx';
import type { Status } from '../components/status.tsx';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { CLOUD, type Instance, stateText } from './instance-words.ts';

export function InstanceActions({
  instance,
  status,
  refresh,
}: {
  instance: Instance;
  status: Status;
  refresh: () => void;
}) {
  const api = useApi();
  const { common, instances } = texts();
  const name = instance.instanceName;
  const params = { instanceName: name };
  return (
    <Menu label={instances.actions(name)} text={common.actions}>
      <ActionButton
        label={instances.restart}
        status={status}
        run={async () => {
          const answer = await api.call('POST', '/instance/restart/{instanceName}', { params });
          refresh();
          return instances.restarted(stateText(answer.instance));
        }}
      />
      <ActionButton
        label={instances.logOut}
        status={status}
        question={{
          title: instances.logOutTitle(name),
          text: instance.provider === CLOUD ? instances.logOutCloud : instances.logOutText,
          action: instances.logOutAction(name),
        }}
        run={async () => {
          await api.call('DELETE', '/instance/logout/{instanceName}', { params });
          refresh();
          return instances.loggedOut(name);
        }}
      />
      <ActionButton
        label={common.delete}
        class="danger"
        status={status}
        question={{
          title: instances.deleteTitle(name),
          text: instances.deleteText,
          action: instances.deleteAction(name),
        }}
        run={async () => {
          await api.call('DELETE', '/instance/delete/{instanceName}', { params });
          location.hash = '#/';
        }}
      />
    </Menu>
  );
}
