/** The page of a customer: the endpoints and deliveries of one instance, as the manager has them, and nothing else. */
import { useMemo } from 'preact/hooks';
import { createApi } from '../api.ts';
import { Dialogs } from '../components/dialog.tsx';
import { Page, Tabs, UnknownAddress } from '../components/layout.tsx';
import { failureText } from '../components/status.tsx';
import { ApiContext, useApi } from '../gateway/api-context.ts';
import { deliveriesLink, linkTo } from '../links.ts';
import { type PortalScope, RightsContext, useRights } from '../rights.ts';
import { readRoute } from '../route.ts';
import { texts } from '../texts.ts';
import { Deliveries } from '../traffic/deliveries.tsx';
import { LastFailures } from '../traffic/endpoint-cards.tsx';
import { channelName, useEndpointNames } from '../traffic/endpoint-names.ts';
import { EndpointsPanel } from '../traffic/endpoints.tsx';
import { FiguresCard } from '../traffic/figures.tsx';
import { closedBecause, closeSession, session } from './session.ts';

export function CustomerPage() {
  const opened = session.value;
  const rights = useMemo(
    () => ({
      isCustomer: true,
      may: (scope: PortalScope) => opened?.scopes.includes(scope) ?? false,
    }),
    [opened],
  );
  return (
    <RightsContext.Provider value={rights}>
      {opened === null ? <Closed /> : <Open {...opened} />}
      <Dialogs />
    </RightsContext.Provider>
  );
}

function Closed() {
  const { portal } = texts();
  return (
    <Page title={portal.closed}>
      <p class="card" role="alert">
        {failureText(closedBecause.value)}
      </p>
    </Page>
  );
}

const FAILURES = 5;

/** The last failures, and the figures; nothing before there is an endpoint. */
function Overview({ name }: { name: string }) {
  const api = useApi();
  const names = useEndpointNames([name]);
  if (names.size === 0) return null;
  const read = async (signal: AbortSignal) => {
    const query = { instance: name, state: 'discarded' as const, limit: FAILURES };
    return (await api.call('GET', '/delivery/search', { query, signal })).deliveries;
  };
  return (
    <>
      <LastFailures
        read={read}
        linkOf={(id) => deliveriesLink(name, id)}
        endpointOf={({ endpoint, destination }) => names.get(endpoint) ?? channelName(destination)}
      />
      <FiguresCard name={name} />
    </>
  );
}

type Panel = 'endpoints' | 'deliveries';

/** Returns the panel that an address means; null if it leads nowhere. */
function panelNamed(panel: string, seesDeliveries: boolean): Panel | null {
  if (panel === '' || panel === 'endpoints') return 'endpoints';
  return panel === 'deliveries' && seesDeliveries ? panel : null;
}

type OpenProps = NonNullable<typeof session.value>;

function Open({ credential, instanceName: name, expiresAt }: OpenProps) {
  const { portal, formats } = texts();
  const api = useMemo(() => createApi(credential, closeSession), [credential]);
  const { may } = useRights();
  const { name: named, panel, about } = readRoute();
  const seesDeliveries = may('deliveries:read');
  const current = named === null || named === name ? panelNamed(panel, seesDeliveries) : null;
  const tab = (key: Panel) => ({
    key,
    title: portal[key],
    href: linkTo(name, key),
  });
  return (
    <ApiContext.Provider value={api}>
      <Page title={portal.of(name)}>
        {seesDeliveries && (
          <Tabs
            label={portal.parts}
            tabs={[tab('endpoints'), tab('deliveries')]}
            current={current ?? ''}
          />
        )}
        {current === null && (
          <UnknownAddress href={linkTo(name, 'endpoints')} text={portal.endpoints} />
        )}
        {current === 'deliveries' && <Deliveries name={name} opened={about} />}
        {current === 'endpoints' && (
          <>
            {seesDeliveries && about === '' && <Overview name={name} />}
            <EndpointsPanel name={name} />
          </>
        )}
        <p class="hint">{portal.until(formats.dateTime(expiresAt))}</p>
      </Page>
    </ApiContext.Provider>
  );
}
