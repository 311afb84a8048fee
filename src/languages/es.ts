import type { Language } from './en.ts';
import { common } from './es/common.ts';
import { connection } from './es/connection.ts';
import { crm } from './es/crm.ts';
import { gate } from './es/gate.ts';
import { groups, labels, templates } from './es/groups.ts';
import { instances } from './es/instances.ts';
import { settings } from './es/settings.ts';
import { start } from './es/start.ts';
import { traffic } from './es/traffic.ts';
import { createFormats } from './formats.ts';

export const es: Language = {
  formats: createFormats('es'),
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
