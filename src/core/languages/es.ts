import type { Language } from './en.ts';
import { advice } from './es/advice.ts';
import { apps } from './es/apps.ts';
import { channels } from './es/channels.ts';
import { chat } from './es/chat.ts';
import { common } from './es/common.ts';
import { connection } from './es/connection.ts';
import { crm } from './es/crm.ts';
import { crmWords } from './es/crm-words.ts';
import { endpoints } from './es/endpoints.ts';
import { figures } from './es/figures.ts';
import { gate } from './es/gate.ts';
import { groups, labels, templates } from './es/groups.ts';
import { instances } from './es/instances.ts';
import { nodes } from './es/nodes.ts';
import { overview } from './es/overview.ts';
import { portal } from './es/portal.ts';
import { replay } from './es/replay.ts';
import { search } from './es/search.ts';
import { service } from './es/service.ts';
import { settings } from './es/settings.ts';
import { start } from './es/start.ts';
import { traffic } from './es/traffic.ts';
import { webhook } from './es/webhook.ts';
import { createFormats } from './formats.ts';

export const es: Language = {
  formats: createFormats('es'),
  failures: async () => ({
    ...(await import('./es/problems.ts')),
    ...(await import('./es/reasons.ts')),
  }),
  summaries: async () => ({
    ...(await import('./es/gateway-summaries.ts')).gatewaySummaries,
    ...(await import('./es/other-summaries.ts')).otherSummaries,
  }),
  sentences: async () => (await import('./es/sentences.ts')).sentences,
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
