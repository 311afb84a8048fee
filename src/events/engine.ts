/**
 * The engine's face: everything the zones and providers may ask of it.
 * Owns: nothing; engine parts are behind it and are wired in app.ts.
 */
import type { Redelivery } from './log/redelivery.ts';
import type { Publisher } from './publish/publish.ts';

export interface Engine extends Publisher {
  /** Replaces the codes in a stream's QRCode events by empty texts. */
  wipeCodes(streamId: string): Promise<void>;
  /**
   * To be called after an endpoint's settings changed, before the change is acknowledged: attempts under way
   * to the old target are broken off, and waiting deliveries go to the new one, or are discarded when it is gone.
   */
  retarget(streamId: string, endpoint: string): Promise<void>;
  /** Makes finished or waiting deliveries due at once, with a new round of attempts; how many. */
  redeliver(streamId: string, selection: Redelivery): Promise<number>;
}
