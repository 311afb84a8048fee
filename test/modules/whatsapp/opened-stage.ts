/** An instance that is paired and open at a WhatsApp of its own, with a host that records what it is given. */
import type { CatalogEvent, EventType } from '../../../src/core/events/contract/catalog.ts';
import type { Session } from '../../../src/core/providers/provider.ts';
import type { WhatsAppOptions } from '../../../src/modules/whatsapp/context.ts';
import { type RecordingHost, recordingHost } from '../../core/providers/recording-host.ts';
import type { Contact, Phone } from '../../doubles/whatsapp/server.ts';
import { until } from '../../helpers/until.ts';
import { screenOf, type WhatsAppStage, whatsAppStage } from './stage.ts';

export const ME = '5511999990000@s.whatsapp.net';
export const ANA = '5511888880000@s.whatsapp.net';
export const BOB = '5511777770000@s.whatsapp.net';

type EventOf<T extends EventType> = Extract<CatalogEvent, { type: T }>;
export type MessageEvent = EventOf<'Message'>;

export interface OpenedStage extends WhatsAppStage {
  readonly host: RecordingHost;
  readonly session: Session;
  readonly phone: Phone;
  readonly ana: Contact;
  readonly bob: Contact;
  /** The first event of the type that fits, past or to come. */
  recorded<T extends EventType>(
    type: T,
    fits?: (event: EventOf<T>) => boolean,
  ): Promise<EventOf<T>>;
  all<T extends EventType>(type: T): EventOf<T>[];
  /** The event of the message with this id. */
  message(id: string): Promise<MessageEvent>;
  /** Resolves when all that was written to the account before has become events, or none. */
  settled(): Promise<void>;
}

const ending: (() => Promise<void>)[] = [];

/** For `afterEach`. */
export async function endAll(): Promise<void> {
  for (const end of ending.splice(0).reverse()) await end();
}

export async function opened(options: Partial<WhatsAppOptions> = {}): Promise<OpenedStage> {
  const host = recordingHost();
  const stage = await whatsAppStage(host.instanceId, options);
  const { whatsapp, provider } = stage;
  whatsapp.makesPairingShort = true;
  const phone = whatsapp.phone({ number: ME.split('@')[0] ?? '', name: 'Shop' });
  const ana = whatsapp.contact({ number: ANA.split('@')[0] ?? '', name: 'Ana' });
  const bob = whatsapp.contact({ number: BOB.split('@')[0] ?? '', name: 'Bob' });
  const session = provider.open(host, null);
  ending.push(async () => {
    await session.stop();
    await whatsapp.stop();
  });
  await session.connect({});
  await until('a QR code', () => session.offer() !== null);
  await phone.scan(screenOf(session));
  await until('caught up', () => host.recorded.includes('OfflineSyncCompleted'));

  const all = <T extends EventType>(type: T) =>
    host.events.filter((event): event is EventOf<T> => event.type === type);
  const recorded: OpenedStage['recorded'] = async (type, fits = () => true) => {
    await until(`a ${type} that fits`, () => all(type).some(fits));
    return all(type).find(fits) as EventOf<typeof type>;
  };
  const message = (id: string) => recorded('Message', ({ data }) => data.Info.ID === id);
  const settled = async () => {
    await message(await bob.writes(phone, { text: 'the last word' }));
  };
  return { ...stage, host, session, phone, ana, bob, recorded, all, message, settled };
}
