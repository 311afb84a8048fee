/** The cases in the order they are run, by name; each is one file of `cases/`. */
import { join } from 'node:path';
import type { Case } from './kit/case.ts';

export const NAMES: readonly string[] = [
  'kill',
  'power-cut',
  'full-disk',
  'slow-disk',
  'hanging-receivers',
  'backlog',
  'many-instances',
  'database-server',
  'many-writers',
  'nodes',
  'nodes-without-nats',
  'brokers',
  'clock-jumps',
  'soak',
  'upgrade',
  'signals',
  'whatsapp-kill',
  'whatsapp-database',
  'whatsapp-pairing',
];

export async function caseOf(name: string): Promise<Case> {
  const module = await import(join(import.meta.dir, 'cases', `${name}.ts`));
  return module.default;
}
