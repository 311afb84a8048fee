/** Switches the WebSocket of an instance on for as long as a command reads it. */
import { UsageFault } from '../command.ts';
import type { Gateway } from '../gateway.ts';

interface FeedSwitchDeps {
  readonly gateway: Pick<Gateway, 'ask'>;
  readonly instance: string;
  readonly note: (text: string) => void;
}

export interface FeedSwitch {
  /** Switches it on, and says so. Throws UsageFault when the key may not do that. */
  turnOn(): Promise<void>;
  /** Switches it off again if `turnOn` has switched it on. Never rejects: what it cannot do it notes. */
  restore(): Promise<void>;
}

export function createFeedSwitch({ gateway, instance, note }: FeedSwitchDeps): FeedSwitch {
  let isOurs = false;
  const path = `/websocket/set/${encodeURIComponent(instance)}`;
  const bodyOf = (enabled: boolean) => ({ websocket: { enabled } });
  const callOf = (enabled: boolean) => `POST ${path} ${JSON.stringify(bodyOf(enabled))}`;
  const set = (enabled: boolean) => gateway.ask('POST', path, bodyOf(enabled));
  return {
    async turnOn() {
      const { status } = await set(true);
      if (status >= 300)
        throw new UsageFault(
          `the WebSocket of ${instance} is off, and this key may not switch it on (${status}): ${callOf(true)}`,
        );
      isOurs = true;
      note(`the WebSocket of ${instance} was off: it is on until this command ends`);
    },
    async restore() {
      if (!isOurs) return;
      const status = await set(false).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 404) return;
      const isOff = status >= 200 && status < 300;
      note(
        isOff
          ? `the WebSocket of ${instance} is off again`
          : `the WebSocket of ${instance} could not be switched off again: ${callOf(false)}`,
      );
    },
  };
}
