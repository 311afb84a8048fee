/** Links to a page on which a customer manages the endpoints of one instance: made, shown once, and ended. */
import { LANGUAGES } from '../../../../core/languages/choose.ts';
import { type AnswerTo, at } from '../api.ts';
import { ActionButton } from '../components/action-button.tsx';
import { showSecret } from '../components/dialog.tsx';
import { choiceField, type Field } from '../components/fields.tsx';
import { Card } from '../components/layout.tsx';
import { openRecordForm } from '../components/record-form.tsx';
import { FailureLine, type Status, StatusLine, useStatus } from '../components/status.tsx';
import { Table } from '../components/table.tsx';
import { Time } from '../components/text.tsx';
import { allOrSelected, ticksField } from '../components/ticks.tsx';
import { useAnswer, useApi } from '../gateway/api-context.ts';
import type { PortalScope } from '../rights.ts';
import { texts } from '../texts.ts';

type Link = AnswerTo<'GET', '/portal/{instanceName}'>['links'][number];

export function CustomerLinks({ name }: { name: string }) {
  const api = useApi();
  const { portal, common } = texts();
  const status = useStatus();
  const { value, failure, refresh } = useAnswer('/portal/{instanceName}', {
    params: { instanceName: name },
  });
  const make = async () => {
    openRecordForm(portal.make, {
      action: common.create,
      fields: linkFields(),
      async send(body) {
        const { url } = (await api.post(at`/portal/${name}`, body)) as { url: string };
        refresh();
        return () => void showSecret(portal.made, portal.shownOnce, url);
      },
    });
    return '';
  };
  return (
    <Card
      title={portal.links}
      actions={<ActionButton label={portal.make} status={status} run={make} opensDialog />}
    >
      <p class="hint">{portal.linksHint}</p>
      <StatusLine status={status} />
      <FailureLine failure={failure} />
      {value !== null && value.links.length > 0 && (
        <LinkTable links={value.links} {...{ name, status, refresh }} />
      )}
    </Card>
  );
}

interface LinkTableProps {
  readonly links: readonly Link[];
  /** The name of the instance. */
  readonly name: string;
  readonly status: Status;
  readonly refresh: () => void;
}

function LinkTable({ links, name, status, refresh }: LinkTableProps) {
  const api = useApi();
  const { portal, common, formats } = texts();
  const question = { title: portal.endTitle, text: portal.endText, action: portal.endAction };
  const end = async (id: string) => {
    await api.delete(at`/portal/${name}/${id}`);
    refresh();
    return portal.ended;
  };
  const scopesText = (scopes: readonly PortalScope[]) =>
    scopes.length === SCOPES.length
      ? portal.everything
      : scopes.map((scope) => portal.scopes[scope]).join(', ');
  return (
    <Table
      label={portal.links}
      rows={links}
      keyOf={({ id }) => id}
      columns={[
        {
          title: portal.madeAt,
          type: 'time',
          value: ({ createdAt }) => formats.dateTime(createdAt),
          cell: ({ createdAt }) => <Time iso={createdAt} isAgo />,
        },
        { title: common.expires, type: 'time', value: ({ expiresAt }) => expiresAt },
        { title: portal.opened, cell: ({ opened }) => (opened ? portal.yes : portal.notYet) },
        { title: common.permissions, cell: ({ scopes }) => scopesText(scopes) },
      ]}
      menu={({ id }) => (
        <ActionButton
          label={common.revoke}
          class="danger"
          {...{ status, question, run: () => end(id) }}
        />
      )}
    />
  );
}

/** Every link has the first scope. */
const SCOPES = [
  'endpoints:read',
  'endpoints:write',
  'endpoints:test',
  'deliveries:read',
  'deliveries:redeliver',
  'recovery',
] as const satisfies readonly PortalScope[];

function linkFields(): readonly Field[] {
  const { portal, common } = texts();
  const scopes = SCOPES.map((scope) => [scope, portal.scopes[scope]] as const);
  return [
    choiceField(
      'ttlSeconds',
      portal.goodFor,
      [
        ['3600', portal.hour],
        ['86400', portal.day],
        ['604800', portal.week],
      ],
      { toValue: Number },
    ),
    allOrSelected(portal.everything, ticksField('scopes', common.permissions, scopes), {
      all: undefined,
      isAll: () => false,
    }),
    choiceField('theme', portal.theme, [
      ['auto', portal.themes.auto],
      ['light', portal.themes.light],
      ['dark', portal.themes.dark],
    ]),
    choiceField('language', common.language, [
      ['', portal.asBrowser],
      ...Object.entries(LANGUAGES),
    ]),
  ];
}
