/** The CRM behind a token: the account that is worked in, the sections the token may see, and one of them. */
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Language } from '../../../../core/languages/en.ts';
import { UnknownAddress } from '../components/layout.tsx';
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
import { readAccess, type Session, SessionContext } from './session.ts';
import { TokensView } from './tokens.tsx';
import { WebhooksView } from './webhooks.tsx';

interface Section {
  /** The key of the title in the texts. */
  readonly title: keyof Language['crm']['sections'];
  /** The permission that the section needs; absent if it needs neither a permission nor an account. */
  readonly needs?: string;
  /** Shows the section. `id` is that of one record, or null for the list; `part` its tab or a record of its own, or ''. */
  readonly View: (props: { id: string | null; part: string }) => ComponentChildren;
}

/** The sections in the order of their links. */
const SECTIONS: Readonly<Record<string, Section>> = {
  pipelines: { title: 'pipelines', needs: 'pipelines.read', View: PipelinesView },
  inboxes: { title: 'inboxes', needs: 'inboxes.read', View: InboxesView },
  'mcp-servers': { title: 'mcpServers', needs: 'mcp_servers.read', View: McpServersView },
  webhooks: { title: 'webhooks', needs: 'webhooks.read', View: WebhooksView },
  people: { title: 'people', needs: 'users.read', View: PeopleView },
  roles: { title: 'roles', needs: 'roles.read', View: RolesView },
  tokens: { title: 'tokens', needs: 'access_tokens.read', View: TokensView },
  audit: { title: 'audit', needs: 'audit_logs.read', View: AuditView },
  accounts: { title: 'accounts', View: AccountsView },
  invitations: { title: 'invitations', View: InvitationsView },
};

/** The sections and the keys of their titles. */
export const SECTION_TITLES = Object.entries(SECTIONS).map(
  ([section, { title }]) => [section, title] as const,
);

export function Crm({ api }: { api: CrmApi }) {
  const status = useStatus();
  const [session, setSession] = useState<Session | null>(null);
  const enter = useCallback(
    () =>
      status.run(async () => {
        setSession({ ...(await readAccess(api)), api, enter });
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
  const open = Object.entries(SECTIONS).filter(
    ([, { needs }]) => needs === undefined || (!session.mustChoose && session.can(needs)),
  );
  const { section, id, part } = readCrmRoute();
  const isUnknown = section !== '' && !Object.hasOwn(SECTIONS, section);
  const found = isUnknown ? undefined : (open.find(([key]) => key === section) ?? open[0]);
  const [current, { View }] = found ?? UNKNOWN;
  return (
    <SessionContext.Provider value={session}>
      <SideBar session={session} sections={open} current={current} />
      <div key={`${session.account?.id} ${current}`}>
        <View {...{ id, part }} />
      </div>
    </SessionContext.Provider>
  );
}

const UNKNOWN: readonly [string, Pick<Section, 'View'>] = [
  '',
  { View: () => <UnknownAddress href={CRM} text={texts().crm.title} /> },
];

interface SideBarProps {
  readonly session: Session;
  readonly sections: readonly (readonly [string, Section])[];
  readonly current: string;
}

function SideBar({ session, sections, current }: SideBarProps) {
  const { crm } = texts();
  return (
    <nav class="crm-nav" aria-label={crm.title}>
      <strong>{session.account?.name ?? crm.title}</strong>
      <p class="hint">{crm.role(session.role)}</p>
      <ul>
        {sections.map(([key, { title }]) => (
          <li key={key}>
            <a href={crmLink(key)} aria-current={key === current ? 'page' : undefined}>
              {crm.sections[title]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
