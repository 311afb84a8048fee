/** The words for the state and the provider of an instance. */
import type { components } from '../../../../../packages/client/src/generated.ts';
import { texts } from '../texts.ts';
import { errorWords, sentenceIn } from '../traffic/error-words.ts';

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
  const { phases, reasons } = texts().instances;
  const said = reason && (sentenceIn(reasons, reason) ?? errorWords(reason));
  return [phase === state ? '' : phases[phase], said].filter(Boolean).join(': ');
}

/** The number of the account, or the one that the instance was created for. */
export const numberOf = ({ ownerJid, number }: Pick<Instance, 'ownerJid' | 'number'>) =>
  ownerJid?.split('@')[0] ?? number;

export const stateText = ({ state }: Pick<PhaseFields, 'state'>): string =>
  texts().instances.states[state];

export const CLOUD = 'whatsapp-cloud';
