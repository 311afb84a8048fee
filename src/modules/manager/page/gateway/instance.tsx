/** One instance: a line with its state, and its panels. */
import { Menu, Page, Tabs, UnknownAddress } from '../components/layout.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { Badge } from '../components/text.tsx';
import { linkTo } from '../links.ts';
import { usePolledQuery } from '../polled-query.ts';
import { readRoute } from '../route.ts';
import { texts } from '../texts.ts';
import { useApi } from './api-context.ts';
import { InstanceActions } from './instance-actions.tsx';
import { InstanceList } from './instance-switch.tsx';
import { type Instance, numberOf, phaseText, stateText } from './instance-words.ts';
import { PanelView, panelNamed, panelsOf } from './panels.tsx';

export function InstanceView({ name }: { name: string }) {
  const api = useApi();
  const { instances } = texts();
  const { value, failure, refresh } = usePolledQuery(
    (signal) =>
      api.call('GET', '/instance/fetchInstances', { query: { instanceName: name }, signal }),
    [api, name],
  );
  const status = useStatus();
  const instance = value?.find((one) => one.instanceName === name);
  const { panel, about } = readRoute();
  const current = panelNamed(panel);
  return (
    <Page
      class={`instance ${current}`}
      title={name}
      part={current === null ? '' : instances[current]}
      aside={
        <>
          <Menu label={instances.switch} text="▾">
            <InstanceList chosen={name} />
          </Menu>
          {instance && <InstanceLine instance={instance} />}
        </>
      }
      actions={
        instance && <InstanceActions instance={instance} status={status} refresh={refresh} />
      }
    >
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      {value !== null && instance === undefined && (
        <div class="card empty">
          <p>{instances.gone(name)}</p>
          <a href="#/">{texts().traffic.allInstances}</a>
        </div>
      )}
      {instance && (
        <>
          <Tabs
            label={instances.panels(name)}
            tabs={panelsOf(instance, current).map((key) => ({
              key,
              title: instances[key],
              href: linkTo(name, key),
            }))}
            current={current ?? ''}
          />
          {current === null ? (
            <UnknownAddress href={linkTo(name)} text={name} />
          ) : (
            <PanelView panel={current} instance={instance} about={about} refresh={refresh} />
          )}
        </>
      )}
    </Page>
  );
}

/** State, phase and reason are read out when they change; the account is not. */
function InstanceLine({ instance }: { instance: Instance }) {
  const account = [instance.profileName, numberOf(instance)];
  return (
    <>
      <span class="instance-state" role="status">
        <Badge state={instance.state}>{stateText(instance)}</Badge> {phaseText(instance)}
      </span>
      <span class="instance-account">
        {[...account, instance.provider].filter(Boolean).join(' · ')}
      </span>
    </>
  );
}
