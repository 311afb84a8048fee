/** The service as its operator sees it: its channels, nodes, backups and limits, and who did what. */
import { urlOf } from '../../../../core/shell/page/root.ts';
import type { AnswerTo } from '../api.ts';
import { Facts } from '../components/facts.tsx';
import { Card, Page, Tabs, UnknownAddress } from '../components/layout.tsx';
import { FailureLine } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Badge, Time } from '../components/text.tsx';
import { SERVICE } from '../links.ts';
import { placeInAddress } from '../route.ts';
import { texts } from '../texts.ts';
import { hasDocs } from '../zones.ts';
import { useAnswer } from './api-context.ts';
import { Channels } from './channels.tsx';
import { Nodes } from './nodes.tsx';
import { Audit } from './service-audit.tsx';

type Service = AnswerTo<'GET', '/service'>;

const EVERY_MS = 15_000;
/** A day, and the time that a backup takes. */
const RECENT_MS = 26 * 3_600_000;

export function ServiceView() {
  const { service, traffic } = texts();
  const [, part = 'status'] = placeInAddress().split('/');
  const current = part === 'status' || part === 'audit' ? part : null;
  return (
    <Page
      title={service.title}
      back={{ href: '#/', text: traffic.allInstances }}
      part={current === 'audit' ? service.audit : ''}
    >
      <Tabs
        label={service.parts}
        tabs={[
          { key: 'status', title: service.status, href: SERVICE },
          { key: 'audit', title: service.audit, href: `${SERVICE}/audit` },
        ]}
        current={current ?? ''}
      />
      {current === 'status' && <Status />}
      {current === 'audit' && <Audit />}
      {current === null && <UnknownAddress href={SERVICE} text={service.title} />}
    </Page>
  );
}

function Status() {
  const { value, failure } = useAnswer('/service', {}, EVERY_MS);
  const { service } = texts();
  return (
    <>
      <FailureLine failure={failure} />
      <div class="columns">
        <div>
          <Channels />
          <Nodes />
          {value && <Backups state={value} />}
        </div>
        {value && (
          <div>
            <Card title={service.version(value.version)}>
              {hasDocs && <a href={urlOf('/docs/changelog')}>{service.whatIsNew}</a>}
            </Card>
            <Limits limits={value.limits} />
          </div>
        )}
      </div>
    </>
  );
}

function Backups({ state: { databaseIsFile, lastBackup: last } }: { state: Service }) {
  const { service } = texts();
  if (!databaseIsFile)
    return (
      <Card title={service.backups}>
        <p>{service.onServer}</p>
      </Card>
    );
  return (
    <Card title={service.backups}>
      <Facts
        facts={[
          [service.lastBackup, <LastBackup key="last" last={last} />],
          [service.nextBackup, service.schedule],
          [service.restoreTest, service.noRestoreTest],
        ]}
      />
      {hasDocs && (
        <p class="row">
          <a href={urlOf('/docs/operations#scheduled-backups')}>{service.setUp}</a>
          <a href={urlOf('/docs/operations#backup')}>{service.howToRestore}</a>
        </p>
      )}
    </Card>
  );
}

function LastBackup({ last }: { last: Service['lastBackup'] }) {
  const { service, formats } = texts();
  if (last === null)
    return (
      <Badge state="none" tone="bad">
        {service.noBackup}
      </Badge>
    );
  const isRecent = Date.now() - Date.parse(last.createdAt) < RECENT_MS;
  return (
    <>
      <Badge state="backup" tone={isRecent ? 'good' : 'bad'}>
        {isRecent ? service.isRecent : service.isOld}
      </Badge>{' '}
      <Time iso={last.createdAt} isAgo /> · {formats.bytes(last.bytes)}
      <div class="address hint">{last.file}</div>
    </>
  );
}

function Limits({ limits }: Pick<Service, 'limits'>) {
  const { service } = texts();
  const names: Readonly<Record<string, string>> = service.limitNames;
  return (
    <Card
      title={service.limits}
      actions={hasDocs && <a href={urlOf('/docs/limits')}>{service.aboutLimits}</a>}
    >
      <p class="hint">{service.limitsHint}</p>
      <Table
        label={service.limits}
        rows={limits}
        keyOf={({ variable }) => variable}
        needsAttention={({ reached }) => reached > 0}
        columns={[
          {
            title: service.limit,
            cell: ({ variable }) => (
              <>
                {names[variable] ?? variable}
                <br />
                <small>
                  <code>{variable}</code>
                </small>
              </>
            ),
          },
          {
            title: service.value,
            type: 'size',
            value: ({ value }) => value ?? service.noLimit,
          },
          { title: service.reached, type: 'number', value: ({ reached }) => reached },
        ]}
      />
    </Card>
  );
}
