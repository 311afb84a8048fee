/**
 * The text that the first start prints once: addresses, credentials, and a line to try. Credentials are printed nowhere
 * else.
 */

import type { Config, Settings } from '../config/config.ts';
import type { CurrentAndFormer } from '../shared/variables/kinds.ts';
import { secretsPath } from './secrets-file.ts';

/** Returns how this machine reaches a server on `host`, because an unspecified address cannot be called. */
const callable = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return bracketHost(host);
};

export const bracketHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

interface StartResult {
  readonly port: number;
  /** False if the database had users before, for example from another node. */
  readonly hasSeeded: boolean;
  /** The path that opens the manager with its keys, once; null where the manager is left out. */
  readonly firstVisit: string | null;
}

const OTHER_TOKENS = '(belongs to a user who was in the database before)';

/** `settings` tells which values came from the environment: they are named, not shown. */
export function welcomeText(
  config: Config,
  settings: Settings,
  { port, hasSeeded, firstVisit }: StartResult,
): string {
  const local = `http://${callable(config.host)}:${port}`;
  const base = config.publicUrl ?? local;
  const shownValue = (name: string, value: unknown, text: string | null) =>
    value === null ? text : `(as set in ${name})`;
  const token = shownValue(
    'BOOTSTRAP_ACCESS_TOKEN',
    settings.bootstrapAccessToken,
    config.bootstrapAccessToken,
  );
  const [globalKey] = config.globalApiKeys;
  const key = settings.globalApiKeys === null ? globalKey : shellKey(settings.globalApiKeys);
  const credentials = [
    `  apikey            ${shownValue('GLOBAL_API_KEY', settings.globalApiKeys, globalKey)}`,
    ...(has(config, 'crm') ? [`  api_access_token  ${hasSeeded ? token : OTHER_TOKENS}`] : []),
  ];
  const link = `${config.publicUrl?.startsWith('https:') ? base : local}${firstVisit}`;
  return `
This is the first start. The secrets are in ${secretsPath(config.dataDir)}; they are printed only once.

${addresses(config, base)}
${credentials.join('\n')}

${firstVisit === null ? 'Create' : `${opening(link)}Or create`} a sandbox instance and connect it from a shell:

${tryLine(local, key)}

`;
}

const has = ({ without }: Config, module: string): boolean => !without.includes(module);

const addresses = (config: Config, base: string): string =>
  [
    ...(has(config, 'manager') ? [`  manager           ${base}/manager`] : []),
    ...(has(config, 'docs') ? [`  docs              ${base}/docs`] : []),
    `  API               ${base}/${has(config, 'docs') ? 'swagger' : 'openapi.json'}`,
  ].join('\n');

const opening = (link: string): string =>
  `Open the manager, already signed in. This link works once, within 15 minutes, on this machine or by https.

  ${link}

`;

/** Returns the shell's words for the current key, which is before the comma. */
const shellKey = (keys: CurrentAndFormer<string>): string =>
  keys.length === 1 ? '$GLOBAL_API_KEY' : `\${GLOBAL_API_KEY%%,*}`;

const tryLine = (local: string, key: string): string =>
  `curl -sS -X POST "${local}/instance/create" -H "apikey: ${key}" -H "content-type: application/json" ` +
  `-d '{"instanceName":"demo","provider":"sandbox"}' && ` +
  `curl -sS "${local}/instance/connect/demo" -H "apikey: ${key}"`;
