/** Checks what instances of whatsapp need: the library, and a version of the web client that WhatsApp accepts. */

import { dirname, join } from 'node:path';
import { type Check, databaseFile, ok, readBeside, warning } from '../../core/process/checks.ts';
import { isExecutable } from '../../core/shared/own-files.ts';
import { loadBaileys } from './engine/baileys.ts';
import {
  datedVersionIn,
  fallbackOf,
  isOldVersion,
  nameOfVersion,
  READ_WEB_VERSION,
  VERSION_CURE,
} from './web-versions.ts';

const library: Check = {
  name: 'WhatsApp library',
  look: () =>
    loadBaileys().then(
      () => ok('it is installed'),
      () =>
        warning(
          'it is not installed: whatsapp instances cannot connect',
          isExecutable ? besideExecutable() : 'npm install --include=optional',
        ),
    ),
};

const besideExecutable = (): string =>
  `put it into ${join(dirname(process.execPath), 'node_modules')}: docs/operations.md, One file`;

/** Selects the stored version, '' for none; null while no instance has connected to WhatsApp. */
const STORED = `select coalesce((${READ_WEB_VERSION}), '')
  where exists (select 1 from instances where provider = 'whatsapp' and owner_jid is not null)`;

const version: Check = {
  name: 'WhatsApp version',
  look: async (patient) => {
    const { settings, clock } = patient;
    if (settings.whatsappWebVersion !== null)
      return ok(`${settings.whatsappWebVersion.join('.')}, set by WHATSAPP_WEB_VERSION`);
    const path = databaseFile(patient);
    if (path === null) return null;
    const value = await readBeside(patient, { path, sql: STORED, params: [] });
    if (typeof value !== 'string') return null;
    const newest = fallbackOf(datedVersionIn(value));
    const name = nameOfVersion(newest);
    if (isOldVersion(newest, clock.now()))
      return warning(
        `the newest known version is ${name}, which WhatsApp may refuse`,
        VERSION_CURE,
      );
    return ok(name);
  },
};

export const CHECKS: readonly Check[] = [library, version];
