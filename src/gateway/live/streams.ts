/** Owns: which events an instance's WebSocket readers get: its one event list, while the channel is enabled. */

import { selectedTypes } from '../../events/contract/event-names.ts';
import { perSettings } from '../webhook/destinations.ts';
import type { EventSettingsStore } from '../webhook/settings.ts';
import type { WantedTypes } from './frames.ts';

export function wantedTypes(settings: Pick<EventSettingsStore, 'get'>): WantedTypes {
  const typesOf = perSettings((own) => selectedTypes(own.subscribe));
  return (instanceId) => {
    const own = settings.get(instanceId);
    return own?.websocketEnabled ? typesOf(own) : null;
  };
}
