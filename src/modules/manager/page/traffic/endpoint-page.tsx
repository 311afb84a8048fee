/** The page of an endpoint, in either zone and for customers: what it is, how it fares, its deliveries and its settings. */
import type { ComponentChildren } from 'preact';
import type { VersionedRecord } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { Facts } from '../components/facts.tsx';
import type { Field } from '../components/fields.tsx';
import {
  Card,
  Menu,
  Tabs,
  UnknownAddress,
  useHeading,
  useRecordTitle,
} from '../components/layout.tsx';
import { RecordInPage } from '../components/record-form.tsx';
import { type Status, StatusLine, useStatus } from '../components/status.tsx';
import { texts } from '../texts.ts';
import type { ShownDelivery } from './delivery-list.tsx';
import {
  LastFailures,
  Secret,
  type SecretCalls,
  type TestCalls,
  TestSend,
} from './endpoint-cards.tsx';
import { EndpointState, eventsText, type ShownEndpoint } from './endpoint-state.tsx';
import { type ReplayCalls, Replays } from './replays.tsx';

export type EndpointPart = 'overview' | 'deliveries' | 'settings' | 'replay';

type StoredEndpoint = VersionedRecord<Readonly<Record<string, unknown>>>;

/** Everything that the reader may not do, or that the zone does not have, is absent. */
interface EndpointPageProps {
  readonly endpoint: ShownEndpoint;
  /** The tab that the address names, or ''. */
  readonly part: string;
  readonly linkOf: (part: EndpointPart | '', delivery?: string) => string;
  /** The list of endpoints. */
  readonly list: { readonly href: string; readonly text: string };
  readonly settings?: {
    readonly fields: readonly Field[];
    /** The endpoint as its form shows it. */
    readonly stored: StoredEndpoint;
    readonly reread: () => Promise<StoredEndpoint>;
    /** Changes this version of the endpoint. */
    readonly change: (body: object, etag: string | null) => Promise<unknown>;
  };
  readonly remove?: () => Promise<unknown>;
  readonly secret?: SecretCalls;
  readonly test?: TestCalls;
  readonly figures?: ComponentChildren;
  readonly failures?: (signal: AbortSignal) => Promise<readonly ShownDelivery[]>;
  readonly deliveries?: ComponentChildren;
  readonly replays?: ReplayCalls;
}

export function EndpointPage(props: EndpointPageProps) {
  const { endpoint, part, linkOf, list, settings, deliveries, replays } = props;
  const { endpoints } = texts();
  const heading = useHeading(endpoint.id);
  const status = useStatus();
  useRecordTitle(endpoint.name);
  const parts = (['overview', 'deliveries', 'settings', 'replay'] as const).filter(
    (one) => one === 'overview' || { deliveries, settings, replay: replays }[one] !== undefined,
  );
  const first = endpoint.url === '' && settings ? 'settings' : 'overview';
  const current = part === '' ? first : parts.find((one) => one === part);
  return (
    <section aria-label={endpoint.name}>
      <a href={list.href}>{list.text}</a>
      <div class="page-line">
        <h2 ref={heading} tabIndex={-1}>
          {endpoint.name}
        </h2>
        <EndpointState {...endpoint} />
        <Actions {...props} status={status} />
      </div>
      <StatusLine status={status} />
      <Tabs
        label={endpoints.parts(endpoint.name)}
        tabs={parts.map((key) => ({ key, title: endpoints[key], href: linkOf(key) }))}
        current={current ?? ''}
      />
      {current === undefined && <UnknownAddress href={linkOf('')} text={endpoint.name} />}
      {current === 'overview' && <Overview {...props} />}
      {current === 'deliveries' && deliveries}
      {current === 'settings' && settings && (
        <Settings endpoint={endpoint} {...settings} status={status} />
      )}
      {current === 'replay' && replays && (
        <Card title={texts().replay.list}>
          <Replays path={endpoint.id} calls={replays} />
        </Card>
      )}
    </section>
  );
}

function Actions(props: EndpointPageProps & { status: Status }) {
  const { endpoint, settings, remove, list, status } = props;
  const { common, webhook, endpoints } = texts();
  if (settings === undefined) return null;
  const isOn = endpoint.enabled && endpoint.health?.state !== 'disabled';
  const enable = (enabled: boolean) => async () => {
    await settings.change({ enabled }, settings.stored.etag);
    if (!enabled) return endpoints.disabled(endpoint.name);
    // Only an endpoint that was disabled for its failures has deliveries that wait.
    return endpoint.enabled
      ? webhook.enabledAgain(endpoint.name)
      : endpoints.enabled(endpoint.name);
  };
  const question = {
    title: webhook.deleteTitle(endpoint.name),
    text: webhook.deleteText,
    action: webhook.deleteAction(endpoint.name),
  };
  const end = async () => {
    await remove?.();
    location.hash = list.href;
  };
  return (
    <div class="page-actions">
      {!isOn && endpoint.url !== '' && (
        <ActionButton
          label={webhook.enableAgain}
          class="primary"
          status={status}
          run={enable(true)}
        />
      )}
      {(isOn || remove) && (
        <Menu label={`${common.actions} ${endpoint.name}`}>
          {isOn && <ActionButton label={endpoints.disable} status={status} run={enable(false)} />}
          {remove && (
            <ActionButton
              label={common.delete}
              class="danger"
              {...{ status, question, run: end }}
            />
          )}
        </Menu>
      )}
    </div>
  );
}

function Overview(props: EndpointPageProps) {
  const { endpoint, secret, test, figures, failures, linkOf } = props;
  return (
    <div class="with-aside">
      <div>
        {figures}
        {failures && (
          <LastFailures
            key={endpoint.id}
            read={failures}
            linkOf={(id) => linkOf('deliveries', id)}
          />
        )}
        {test && <TestSend key={endpoint.id} {...test} />}
      </div>
      <div>
        <About {...endpoint} />
        {secret && <Secret key={endpoint.id} {...endpoint} {...secret} />}
      </div>
    </div>
  );
}

function About(endpoint: ShownEndpoint) {
  const { endpoints, webhook, traffic, common } = texts();
  const { url, description, format } = endpoint;
  return (
    <Card title={endpoints.about}>
      <Facts
        facts={[
          [webhook.target, url, 'address'],
          [traffic.events, eventsText(endpoint)],
          [webhook.format, format],
          [common.description, description],
        ]}
      />
    </Card>
  );
}

/** The form has the endpoint as it was when it was opened; it follows after its own changes. */
function Settings({
  endpoint,
  stored,
  change,
  ...form
}: NonNullable<EndpointPageProps['settings']> & { endpoint: ShownEndpoint; status: Status }) {
  const { common, endpoints } = texts();
  const isNew = endpoint.url === '';
  const send = async (body: object, etag: string | null) => {
    await change(body, etag);
    return undefined;
  };
  return (
    <div class="card narrow">
      {isNew && <p class="hint">{endpoints.none}</p>}
      <RecordInPage
        action={common.save}
        {...(!isNew && { stored })}
        {...form}
        send={send}
        said={common.saved}
      />
    </div>
  );
}
