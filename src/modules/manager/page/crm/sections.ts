/** The sections of the CRM in the order of their links, with the keys of their titles in the texts. */
import type { Texts } from '../../../../core/languages/load.ts';

export const SECTION_TITLES = {
  pipelines: 'pipelines',
  inboxes: 'inboxes',
  'mcp-servers': 'mcpServers',
  webhooks: 'webhooks',
  people: 'people',
  roles: 'roles',
  tokens: 'tokens',
  audit: 'audit',
  accounts: 'accounts',
  invitations: 'invitations',
} as const satisfies Readonly<Record<string, keyof Texts['crm']['sections']>>;

export type SectionName = keyof typeof SECTION_TITLES;

export const SECTION_NAMES = Object.keys(SECTION_TITLES) as readonly SectionName[];
