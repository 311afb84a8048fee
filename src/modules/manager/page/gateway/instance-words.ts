/** The words for the state and the provider of an instance. */
import type { components } from '../../../../../packages/client/src/generated.ts';
import { texts } from '../texts.ts';

export type Instance = components['schemas']['ListedInstance'];
export type OverviewRow = components['schemas']['InstanceGlance'];

/** The properties of a panel of an instance. */
export interface PanelProps {
  readonly instance: Instance;
  /** The instance's row of the overview; null until it is read. */
  readonly glance: OverviewRow | null;
  /** The part of the panel that the address names, or ''. */
  readonly about: string;
  /** Reads the instance again at once. */
  readonly refresh: () => void;
}

type PhaseFields = Pick<Instance, 'state' | 'phase' | 'reason'>;

/** The phase and the reason; empty where the instance is connected and nothing more is to be said. */
export function phaseText({ state, phase, reason }: PhaseFields): string {
  if (phase === 'open' && reason === 'connected') return '';
  const { phases } = texts().instances;
  const said = reason === null ? '' : reasonText(reason);
  return [phase === state ? '' : phases[phase], said].filter(Boolean).join(': ');
}

/** A code at the end, what comes after a colon, and a number stay as they are. */
function reasonText(reason: string): string {
  const { reasons } = texts().instances;
  const known: Readonly<Record<string, string>> = reasons;
  for (const more of [/$/, / \(\d+\)$/, /: .*$/s]) {
    const [rest = ''] = more.exec(reason) ?? [];
    const words = known[reason.replace(more, '')];
    if (words !== undefined) return words + rest;
  }
  const count = /\d+/.exec(reason)?.[0] ?? '';
  return known[reason.replace(count, '{count}')]?.replace('{count}', count) ?? reason;
}

/** The number of the account, or the one that the instance was created for. */
export const numberOf = ({ ownerJid, number }: Pick<Instance, 'ownerJid' | 'number'>) =>
  ownerJid?.split('@')[0] ?? number;

export const stateText = ({ state }: Pick<PhaseFields, 'state'>): string =>
  texts().instances.states[state];

export const CLOUD = 'whatsapp-cloud';
