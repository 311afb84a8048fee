/** The texts of the product in English. Every other language has the same sections and texts. */
import { advice } from './en/advice.ts';
import { apps } from './en/apps.ts';
import { channels } from './en/channels.ts';
import { chat } from './en/chat.ts';
import { common } from './en/common.ts';
import { connection } from './en/connection.ts';
import { crm } from './en/crm.ts';
import { crmWords } from './en/crm-words.ts';
import { endpoints } from './en/endpoints.ts';
import { figures } from './en/figures.ts';
import { gate } from './en/gate.ts';
import { groups, labels, templates } from './en/groups.ts';
import { instances } from './en/instances.ts';
import { nodes } from './en/nodes.ts';
import { overview } from './en/overview.ts';
import { portal } from './en/portal.ts';
import { replay } from './en/replay.ts';
import { search } from './en/search.ts';
import { service } from './en/service.ts';
import { settings } from './en/settings.ts';
import { start } from './en/start.ts';
import { traffic } from './en/traffic.ts';
import { webhook } from './en/webhook.ts';
import { createFormats } from './formats.ts';
import { type FailureTexts, IN_ENGLISH } from './reasons.ts';
import type { SentenceTexts } from './sentences.ts';

export const en = {
  formats: createFormats('en'),
  /** Loads the texts of failures, which most readers never see. */
  failures: async (): Promise<FailureTexts> => IN_ENGLISH,
  /** Loads the summaries of operations, by the English ones. */
  summaries: async (): Promise<Readonly<Record<string, string>>> => ({}),
  /** Loads the sentences of the service, which English readers read as they come. */
  sentences: async (): Promise<Partial<SentenceTexts>> => ({}),
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

export type Language = typeof en;
