import type { crmWords as english } from '../en/crm-words.ts';

/** With the ending that a participle takes beside it. */
const RECORDS: Readonly<Record<string, readonly [noun: string, ending: 'o' | 'a']>> = {
  accounts: ['cuenta', 'a'],
  users: ['persona', 'a'],
  roles: ['rol', 'o'],
  access_tokens: ['token de acceso', 'o'],
  pipelines: ['embudo', 'o'],
  pipeline_stages: ['etapa', 'a'],
  inboxes: ['bandeja de entrada', 'a'],
  inbox_members: ['miembro de bandeja de entrada', 'o'],
  mcp_servers: ['servidor MCP', 'o'],
  webhooks: ['webhook', 'o'],
  audit_logs: ['registro de auditoría', 'o'],
  invitations: ['invitación', 'a'],
};

interface AuditFacts {
  readonly what: string;
  readonly name: string;
  readonly inbox: string;
  readonly o: 'o' | 'a';
}

const of = ({ what, o }: AuditFacts): string => (o === 'o' ? `del ${what}` : `de la ${what}`);
const to = ({ what, o }: AuditFacts): string => (o === 'o' ? `al ${what}` : `a la ${what}`);

const CHANGES: Readonly<Record<string, (words: AuditFacts) => string>> = {
  'inbox_members.create': ({ name, inbox }) =>
    `inclusión de ${name} en ${inbox === '' ? 'una bandeja de entrada' : `la bandeja de entrada ${inbox}`}`,
  'inbox_members.delete': ({ name, inbox }) =>
    `retiro de ${name} de ${inbox === '' ? 'una bandeja de entrada' : `la bandeja de entrada ${inbox}`}`,
  create: ({ what, o }) => `${what} cread${o}`,
  update: ({ what, o }) => `${what} modificad${o}`,
  delete: ({ what, o }) => `${what} eliminad${o}`,
  rotate: (words) => `secreto ${of(words)} reemplazado`,
  renew: (words) => `enlace nuevo ${of(words)} creado`,
  reorder: ({ what, o }) => `${what} movid${o}`,
  accept: ({ what, o }) => `${what} aceptad${o}`,
  decline: ({ what, o }) => `${what} rechazad${o}`,
  recover: ({ what, o }) => `${what} cread${o} con el comando admin-token`,
  redeliver: (words) => `entregas ${of(words)} reenviadas`,
  begin_recovery: (words) => `repetición ${to(words)} iniciada`,
  pause_recovery: (words) => `repetición ${to(words)} pausada`,
  resume_recovery: (words) => `repetición ${to(words)} reanudada`,
  cancel_recovery: (words) => `repetición ${to(words)} cancelada`,
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
      access_tokens: 'Tokens de acceso',
      accounts: 'Cuentas',
      audit_logs: 'Auditoría',
      inbox_members: 'Miembros de bandejas de entrada',
      inboxes: 'Bandejas de entrada',
      mcp_servers: 'Servidores MCP',
      pipeline_stages: 'Etapas',
      pipelines: 'Embudos',
      roles: 'Roles',
      users: 'Personas',
      webhooks: 'Webhooks',
    },
    actions: { read: 'ver', create: 'crear', update: 'editar', delete: 'eliminar' },
  },
  values: {
    sales: 'ventas',
    support: 'soporte',
    onboarding: 'incorporación',
    marketing: 'marketing',
    custom: 'personalizado',
    private: 'privado',
    team: 'equipo',
    public: 'público',
    active: 'activa',
    completed: 'completada',
    cancelled: 'cancelada',
    suspended: 'suspendida',
    online: 'en línea',
    offline: 'desconectado',
    busy: 'ocupado',
    official: 'oficial',
    community: 'comunidad',
  },
};
