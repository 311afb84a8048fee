/** The texts of the product in English. Every other language has the same sections and texts. */
import { common } from './en/common.ts';
import { connection } from './en/connection.ts';
import { gate } from './en/gate.ts';
import { groups, labels, templates } from './en/groups.ts';
import { instances } from './en/instances.ts';
import { settings } from './en/settings.ts';
import { start } from './en/start.ts';
import { createFormats } from './formats.ts';

export const en = {
  formats: createFormats('en'),
  common,
  connection,
  gate,
  groups,
  instances,
  labels,
  settings,
  start,
  templates,
};

export type Language = typeof en;
