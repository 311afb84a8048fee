/** Settings of a webhook for those who receive it most often. */
import type { BodyFor } from '../api.ts';

type WebhookSettings = BodyFor<'POST', '/webhook/set/{instanceName}'>;

export const PRESETS = ['code', 'n8n', 'typebot', 'evolution'] as const;
export type Preset = (typeof PRESETS)[number];

/** The settings besides the address. */
export const PRESET_SETTINGS: Readonly<Record<Preset, Omit<WebhookSettings, 'enabled' | 'url'>>> = {
  code: { format: 'gatehouse' },
  // Workflows that are at hand read these bodies, and files from them.
  n8n: { format: 'evolution-api', base64: true },
  typebot: { format: 'gatehouse', events: ['Message'] },
  evolution: { format: 'evolution-api' },
};

/** A command that prints every request. It runs on the machine of the person who pastes it into a shell. */
export const RECEIVER = `node -e "require('http').createServer((q,a)=>{q.pipe(process.stdout);q.on('end',()=>a.end())}).listen(3000)"`;
export const RECEIVER_PORT = 3000;
