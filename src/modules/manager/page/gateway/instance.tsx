/** One instance: a line with its state, and its panels. */
import { useRef } from 'preact/hooks';
import { Menu, Page, Tabs, UnknownAddress } from '../components/layout.tsx';
import { FailureLine, StatusLine, useStatus } from '../components/status.tsx';
import { Badge } from '../components/text.tsx';
import { linkTo } from '../links.ts';
import { readRoute } from '../route.ts';
import { texts } from '../texts.ts';
import { useAnswer } from './api-context.ts';
import { InstanceActions } from './instance-actions.tsx';
import { InstanceList } from './instance-switch.tsx';
import {
  type Instance,
  numberOf,
  type OverviewRow,
  phaseText,
  stateText,
} from './instance-words.ts';
import { Endpoints } from './overview.tsx';
import {
  firstPanelOf,
  hasRecords,
  type Panel,
  PanelView,
  panelNamed,
  panelsOf,
} from './panels.tsx';

export function InstanceView({ name }: { name: string }) {
  const { instances } = texts();
  const { value, failure, refresh } = useAnswer('/instance/fetchInstances', {
    query: { instanceName: name },
  });
  const status = useStatus();
  const instance = value?.find((one) => one.instanceName === name);
  const glance = useGlance(name);
  const current = usePanel(instance);
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
          {glance && <Trouble glance={glance} />}
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
            <PanelView
              panel={current}
              {...{ instance, glance, about: readRoute().about, refresh }}
            />
          )}
        </>
      )}
    </Page>
  );
}

/** Returns the panel that is shown; null if the address leads nowhere, and until the instance is known. */
function usePanel(instance: Instance | undefined): Panel | null {
  const { panel, about } = readRoute();
  // The panel of an address without one stays until another address is opened, whatever becomes of the instance.
  const first = useRef<Panel | null>(null);
  if (panel !== '') first.current = null;
  else first.current ??= instance ? firstPanelOf(instance) : null;
  const named = panel === '' ? first.current : panelNamed(panel);
  return named !== null && (about === '' || hasRecords(named)) ? named : null;
}

const GLANCE_EVERY_MS = 5_000;

/** Reads what the overview says of an instance. */
function useGlance(name: string): OverviewRow | null {
  const query = { instanceName: name };
  const { value } = useAnswer('/instance/overview', { query }, GLANCE_EVERY_MS);
  return value?.instances[0] ?? null;
}

/** Endpoints that take no events and deliveries that were discarded, with the way to them. */
function Trouble({ glance }: { glance: OverviewRow }) {
  const { overview, formats } = texts();
  const { instanceName: name, endpointsDisabled, endpointsFailing, discarded } = glance;
  return (
    <span class="instance-trouble">
      {endpointsDisabled + endpointsFailing > 0 && (
        <a href={linkTo(name, 'endpoints')}>
          {overview.endpoints}: <Endpoints instance={glance} />
        </a>
      )}
      {discarded > 0 && (
        <a href={`${linkTo(name, 'deliveries')}?state=discarded`}>
          {overview.totals.discarded}: {formats.number(discarded)}
        </a>
      )}
    </span>
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
