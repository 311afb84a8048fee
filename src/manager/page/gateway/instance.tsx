/** One instance: what it is in one line, and its parts. */
import { useMemo } from 'preact/hooks';
import { Old } from '../bridge.tsx';
import { Menu, Page, Tabs } from '../components/layout.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { Badge } from '../components/text.tsx';
import { conversationPanel } from '../conversation-panel.js';
import { deliveryPanel } from '../delivery-panel.js';
import { eventPanel } from '../event-panel.js';
import { useFresh } from '../fresh.ts';
import { linkTo } from '../links.ts';
import { readRoute } from '../route.ts';
import { texts } from '../texts.ts';
import { webhookPanel } from '../webhook-panel.js';
import { useApi } from './api-context.ts';
import { Connection } from './connection.tsx';
import { InstanceActions } from './instance-actions.tsx';
import { InstanceList } from './instance-switch.tsx';
import { type Instance, type PanelProps, phaseText, stateText } from './instance-words.ts';
import { Start } from './start.tsx';

/** The parts in the order of their tabs. */
const PANELS = ['start', 'connection', 'conversations', 'webhook', 'deliveries', 'events'] as const;
type Panel = (typeof PANELS)[number];

const OLD: Readonly<Record<Exclude<Panel, 'start' | 'connection'>, OpenPanel>> = {
  conversations: conversationPanel,
  webhook: webhookPanel,
  deliveries: deliveryPanel,
  events: eventPanel,
};

type OpenPanel = (deps: {
  api: object;
  name: string;
  about: string;
  signal: AbortSignal;
  refresh: () => void;
}) => { readonly element: Element };

export function InstanceView({ name }: { name: string }) {
  const api = useApi();
  const { instances } = texts();
  const { value, failure, refresh } = useFresh(
    (signal) =>
      api.call('GET', '/instance/fetchInstances', { query: { instanceName: name }, signal }),
    [api, name],
  );
  const status = useStatus();
  const instance = value?.find((one) => one.instanceName === name);
  const { panel, about } = readRoute();
  const current = PANELS.find((one) => one === panel) ?? 'connection';
  // Its first steps are shown to whoever has just made it, or asks for them.
  const shown = PANELS.filter((key) => key !== 'start' || current === 'start');
  const tabs = shown.map((key) => ({ key, title: instances[key], href: linkTo(name, key) }));
  return (
    <Page
      class={`instance ${current}`}
      title={name}
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
      {value !== null && instance === undefined && <p class="card">{instances.gone(name)}</p>}
      {instance && (
        <>
          <Tabs label={instances.panels(name)} tabs={tabs} current={current} />
          <PanelView panel={current} instance={instance} about={about} refresh={refresh} />
        </>
      )}
    </Page>
  );
}

/** State, phase and reason are read out when they change; the account is not. */
function InstanceLine({ instance }: { instance: Instance }) {
  const account = [instance.profileName, instance.ownerJid?.split('@')[0] ?? instance.number];
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

function PanelView({ panel, ...props }: PanelProps & { panel: Panel }) {
  const api = useApi();
  const { instance, about, refresh } = props;
  const name = instance.instanceName;
  const latest = useMemo(() => instance, [JSON.stringify(instance)]);
  if (panel === 'start') return <Start {...props} />;
  if (panel === 'connection') return <Connection {...props} />;
  return (
    <div class="panel">
      <Old
        open={(signal) => OLD[panel]({ api, name, about, signal, refresh })}
        inputs={[api, panel, about]}
        latest={latest}
      />
    </div>
  );
}
