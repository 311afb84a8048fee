import type { crmWords as english } from '../en/crm-words.ts';

/** With its article, whose vowel is also the ending of a participle beside it. */
const RECORDS: Readonly<Record<string, readonly [noun: string, article: 'o' | 'a']>> = {
  accounts: ['conta', 'a'],
  users: ['pessoa', 'a'],
  roles: ['função', 'a'],
  access_tokens: ['token de acesso', 'o'],
  pipelines: ['funil', 'o'],
  pipeline_stages: ['etapa', 'a'],
  inboxes: ['caixa de entrada', 'a'],
  inbox_members: ['membro de caixa de entrada', 'o'],
  mcp_servers: ['servidor MCP', 'o'],
  webhooks: ['webhook', 'o'],
  audit_logs: ['registro de auditoria', 'o'],
  invitations: ['convite', 'o'],
};

interface AuditFacts {
  readonly what: string;
  readonly name: string;
  readonly inbox: string;
  readonly o: 'o' | 'a';
}

const CHANGES: Readonly<Record<string, (words: AuditFacts) => string>> = {
  'inbox_members.create': ({ name, inbox }) =>
    `inclusão de ${name} ${inbox === '' ? 'em uma caixa de entrada' : `na caixa de entrada ${inbox}`}`,
  'inbox_members.delete': ({ name, inbox }) =>
    `remoção de ${name} ${inbox === '' ? 'de uma caixa de entrada' : `da caixa de entrada ${inbox}`}`,
  create: ({ what, o }) => `${what} criad${o}`,
  update: ({ what, o }) => `${what} alterad${o}`,
  delete: ({ what, o }) => `${what} excluíd${o}`,
  rotate: ({ what, o }) => `segredo d${o} ${what} trocado`,
  renew: ({ what, o }) => `novo link d${o} ${what} criado`,
  reorder: ({ what, o }) => `${what} movid${o}`,
  accept: ({ what, o }) => `${what} aceit${o}`,
  decline: ({ what, o }) => `${what} recusad${o}`,
  recover: ({ what, o }) => `${what} criad${o} com o comando admin-token`,
  redeliver: ({ what, o }) => `entregas d${o} ${what} reenviadas`,
  begin_recovery: ({ what, o }) => `repetição para ${o} ${what} iniciada`,
  pause_recovery: ({ what, o }) => `repetição para ${o} ${what} pausada`,
  resume_recovery: ({ what, o }) => `repetição para ${o} ${what} retomada`,
  cancel_recovery: ({ what, o }) => `repetição para ${o} ${what} cancelada`,
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const crmWords: typeof english = {
  records: Object.fromEntries(Object.entries(RECORDS).map(([key, [noun]]) => [key, noun])),
  audited({ resource, action, name, inbox = '', who }) {
    const [noun, o] = RECORDS[resource] ?? [resource, 'o'];
    const what = `${noun} ${name}`.trim();
    const change = CHANGES[`${resource}.${action}`] ?? CHANGES[action];
    const said = change?.({ what, name: name || what, inbox, o }) ?? `${what}: ${action}`;
    return capital(who === '' ? said : `${said} por ${who}`);
  },
  permission: (records, action) => `${records}: ${action}`,
  permissions: {
    records: {
      access_tokens: 'Tokens de acesso',
      accounts: 'Contas',
      audit_logs: 'Auditoria',
      inbox_members: 'Membros de caixas de entrada',
      inboxes: 'Caixas de entrada',
      mcp_servers: 'Servidores MCP',
      pipeline_stages: 'Etapas',
      pipelines: 'Funis',
      roles: 'Funções',
      users: 'Pessoas',
      webhooks: 'Webhooks',
    },
    actions: { read: 'ver', create: 'criar', update: 'editar', delete: 'excluir' },
  },
  values: {
    sales: 'vendas',
    support: 'suporte',
    onboarding: 'onboarding',
    marketing: 'marketing',
    custom: 'personalizado',
    private: 'privado',
    team: 'equipe',
    public: 'público',
    active: 'ativa',
    completed: 'concluída',
    cancelled: 'cancelada',
    suspended: 'suspensa',
    online: 'online',
    offline: 'offline',
    busy: 'ocupado',
    official: 'oficial',
    community: 'comunidade',
  },
};
