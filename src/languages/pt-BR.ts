import type { Language } from './en.ts';
import { createFormats } from './formats.ts';
import { common } from './pt-BR/common.ts';
import { connection } from './pt-BR/connection.ts';
import { crm } from './pt-BR/crm.ts';
import { gate } from './pt-BR/gate.ts';
import { groups, labels, templates } from './pt-BR/groups.ts';
import { instances } from './pt-BR/instances.ts';
import { settings } from './pt-BR/settings.ts';
import { start } from './pt-BR/start.ts';
import { traffic } from './pt-BR/traffic.ts';

export const ptBR: Language = {
  formats: createFormats('pt-BR'),
  common,
  connection,
  crm,
  gate,
  groups,
  instances,
  labels,
  settings,
  start,
  templates,
  traffic,
};
