import type { Language } from './en.ts';
import { createFormats } from './formats.ts';
import { advice } from './pt-BR/advice.ts';
import { apps } from './pt-BR/apps.ts';
import { channels } from './pt-BR/channels.ts';
import { chat } from './pt-BR/chat.ts';
import { common } from './pt-BR/common.ts';
import { connection } from './pt-BR/connection.ts';
import { crm } from './pt-BR/crm.ts';
import { crmWords } from './pt-BR/crm-words.ts';
import { endpoints } from './pt-BR/endpoints.ts';
import { figures } from './pt-BR/figures.ts';
import { gate } from './pt-BR/gate.ts';
import { groups, labels, templates } from './pt-BR/groups.ts';
import { instances } from './pt-BR/instances.ts';
import { nodes } from './pt-BR/nodes.ts';
import { overview } from './pt-BR/overview.ts';
import { portal } from './pt-BR/portal.ts';
import { replay } from './pt-BR/replay.ts';
import { search } from './pt-BR/search.ts';
import { service } from './pt-BR/service.ts';
import { settings } from './pt-BR/settings.ts';
import { start } from './pt-BR/start.ts';
import { traffic } from './pt-BR/traffic.ts';
import { webhook } from './pt-BR/webhook.ts';

export const ptBR: Language = {
  formats: createFormats('pt-BR'),
  failures: async () => ({
    ...(await import('./pt-BR/problems.ts')),
    ...(await import('./pt-BR/reasons.ts')),
  }),
  summaries: async () => ({
    ...(await import('./pt-BR/gateway-summaries.ts')).gatewaySummaries,
    ...(await import('./pt-BR/other-summaries.ts')).otherSummaries,
  }),
  sentences: async () => (await import('./pt-BR/sentences.ts')).sentences,
  advice,
  apps,
  chat,
  common,
  connection,
  crm,
  crmWords,
  endpoints,
  figures,
  overview,
  channels,
  nodes,
  webhook,
  gate,
  groups,
  instances,
  labels,
  portal,
  replay,
  search,
  service,
  settings,
  start,
  templates,
  traffic,
};
