/** The CRM behind a token: the account that is worked in, the sections the token may see, and one of them. */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { Page, Tabs, UnknownAddress } from '../components/layout.tsx';
import { StatusLine, useStatus } from '../components/status.tsx';
import { CRM, crmLink } from '../links.ts';
import { readCrmRoute } from '../route.ts';
import { texts } from '../texts.ts';
import { AccountsView } from './accounts.tsx';
import type { CrmApi } from './api.ts';
import { AuditView } from './audit.tsx';
import { InboxesView } from './inboxes.tsx';
import { InvitationsView } from './invitations.tsx';
import { McpServersView } from './mcp-servers.tsx';
import { PeopleView } from './people.tsx';
import { PipelinesView } from './pipelines.tsx';
import { RolesView } from './roles.tsx';
import { SECTION_NAMES, SECTION_TITLES, type SectionName } from './sections.ts';
import { readAccess, type Session, SessionContext } from './session.ts';
import { mayNotReadText } from './shown-words.ts';
import { TokensView } from './tokens.tsx';
import { WebhooksView } from './webhooks.tsx';

interface Section {
  /** The permission that the section needs; absent if it needs neither a permission nor an account. */
  readonly needs?: string;
  /** Shows the section. `id` is that of one record, or null for the list; `part` its tab or a record of its own, or ''. */
  readonly View: (props: { id: string | null; part: string }) => ComponentChildren;
}

/** The sections in the order of their links. */
const SECTIONS: Readonly<Record<SectionName, Section>> = {
  pipelines: { needs: 'pipelines.read', View: PipelinesView },
  inboxes: { needs: 'inboxes.read', View: InboxesView },
  'mcp-servers': { needs: 'mcp_servers.read', View: McpServersView },
  webhooks: { needs: 'webhooks.read', View: WebhooksView },
  people: { needs: 'users.read', View: PeopleView },
  roles: { needs: 'roles.read', View: RolesView },
  tokens: { needs: 'access_tokens.read', View: TokensView },
  audit: { needs: 'audit_logs.read', View: AuditView },
  accounts: { View: AccountsView },
  invitations: { View: InvitationsView },
};

export function Crm({ api }: { api: CrmApi }) {
  const status = useStatus();
  const [session, setSession] = useState<Session | null>(null);
  const enter = useCallback(
    (said?: string) =>
      status.run(async () => {
        setSession({ ...(await readAccess(api)), api, enter });
        return said;
      }),
    [api],
  );
  useEffect(() => void enter(), [enter]);
  return (
    <div class="crm">
      <StatusLine status={status} />
      {session && <Opened session={session} />}
    </div>
  );
}

function Opened({ session }: { session: Session }) {
  const open = SECTION_NAMES.filter((name) => {
    const { needs } = SECTIONS[name];
    return needs === undefined || (!session.mustChoose && session.can(needs));
  });
  const { section, id, part } = readCrmRoute();
  const isFree = section === '' || session.mustChoose;
  const current = open.find((name) => name === section) ?? (isFree ? open[0] : undefined);
  const { View } = current ? SECTIONS[current] : { View: () => <NotOpen section={section} /> };
  return (
    <SessionContext.Provider value={session}>
      <SideBar session={session} sections={open} current={current} />
      <div key={`${session.account?.id} ${current}`}>
        <View {...{ id, part }} />
      </div>
    </SessionContext.Provider>
  );
}

/** Says that there is no such section, or that the token may not open it. */
function NotOpen({ section }: { section: string }) {
  const { crm } = texts();
  const name = SECTION_NAMES.find((known) => known === section);
  if (name === undefined) return <UnknownAddress href={CRM} text={crm.title} />;
  return (
    <Page title={crm.sections[SECTION_TITLES[name]]}>
      <p class="card">{mayNotReadText(SECTIONS[name].needs ?? '')}</p>
    </Page>
  );
}

interface SideBarProps {
  readonly session: Session;
  readonly sections: readonly SectionName[];
  readonly current: SectionName | undefined;
}

function SideBar({ session, sections, current }: SideBarProps) {
  const { crm } = texts();
  return (
    <div class="crm-nav">
      <strong>{session.account?.name ?? crm.title}</strong>
      <p class="hint">{crm.role(session.role)}</p>
      <Tabs
        label={crm.title}
        tabs={sections.map((key) => ({
          key,
          title: crm.sections[SECTION_TITLES[key]],
          href: crmLink(key),
        }))}
        current={current ?? ''}
      />
    </div>
  );
}
