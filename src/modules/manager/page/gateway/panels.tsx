/** The parts of an instance, in the order of their tabs. */
import { type ComponentType, h } from 'preact';
import { Conversations } from '../chat/chat.tsx';
import { Deliveries } from '../traffic/deliveries.tsx';
import { EndpointsPanel } from '../traffic/endpoints.tsx';
import { Events } from '../traffic/events.tsx';
import { FiguresCard } from '../traffic/figures.tsx';
import { hasTemplates } from '../zones.ts';
import { AppsPanel } from './apps.tsx';
import { Connection } from './connection.tsx';
import { GroupsPanel } from './groups.tsx';
import { CLOUD, type Instance, type PanelProps } from './instance-words.ts';
import { LabelsPanel } from './labels.tsx';
import { SettingsPanel } from './settings.tsx';
import { Start } from './start.tsx';
import { TemplatesPanel } from './templates.tsx';

const PANELS = {
  start: Start,
  connection: Connection,
  conversations: Conversations,
  endpoints: ({ instance }) => <EndpointsPanel name={instance.instanceName} />,
  apps: AppsPanel,
  deliveries: DeliveriesPanel,
  events: ({ instance, about }) => <Events name={instance.instanceName} about={about} />,
  groups: GroupsPanel,
  labels: LabelsPanel,
  templates: TemplatesPanel,
  settings: SettingsPanel,
} satisfies Readonly<Record<string, ComponentType<PanelProps>>>;

export type Panel = keyof typeof PANELS;
export const PANEL_NAMES = (Object.keys(PANELS) as Panel[]).filter(
  (name) => name !== 'templates' || hasTemplates,
);

/** Returns the panel that an address names; null if there is no such panel, or it is left out. */
export const panelNamed = (name: string): Panel | null =>
  PANEL_NAMES.find((known) => known === (FORMER[name] ?? name)) ?? null;

/** Panels by the names that they had. */
const FORMER: Readonly<Record<string, Panel>> = { webhook: 'endpoints' };

/** Returns the panel that an instance opens on: its conversations, or how it gets connected. */
export const firstPanelOf = ({ state }: Instance): Panel =>
  state === 'open' ? 'conversations' : 'connection';

const WITHOUT_RECORDS: readonly Panel[] = ['start', 'connection', 'apps', 'settings'];

/** Returns whether an address may name a record of the panel. */
export const hasRecords = (panel: Panel): boolean => !WITHOUT_RECORDS.includes(panel);

export const PanelView = ({ panel, ...props }: PanelProps & { panel: Panel }) =>
  h<PanelProps>(PANELS[panel], props);

/** Returns the panels of the provider. The panel with the first steps is only listed while it is open. */
export function panelsOf({ provider }: Instance, current: Panel | null): readonly Panel[] {
  const missing: readonly Panel[] = provider === CLOUD ? ['groups', 'labels'] : [];
  return PANEL_NAMES.filter(
    (name) => !missing.includes(name) && (name !== 'start' || current === 'start'),
  );
}

function DeliveriesPanel({ instance: { instanceName }, about }: PanelProps) {
  return (
    <>
      <Deliveries name={instanceName} opened={about} />
      {about === '' && <FiguresCard name={instanceName} />}
    </>
  );
}
