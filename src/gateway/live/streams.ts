/** Owns: which events an instance's WebSocket readers get: its one event list, while the channel is enabled. */
import type { WantedTypes } from '../../channels/websocket/frames.ts';
import { selectedTypes } from '../../events/event-types.ts';
import { perSettings } from '../webhook/destinations.ts';
import type { EventSettingsStore } from '../webhook/settings.ts';

export function wantedTypes(settings: Pick<EventSettingsStore, 'get'>): WantedTypes {
  const typesOf = perSettings((own) => selectedTypes(own.subscribe));
  return (instanceId) => {
    const own = settings.get(instanceId);
    return own?.websocketEnabled ? typesOf(own) : null;
  };
}
