/** Events and messages under the addresses that their chats and authors are stored by. Pure. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import type { MessageRecord } from './rows.ts';
import { isHidden } from './store/contact-addresses.ts';

const FIELDS = ['Chat', 'Sender', 'From', 'CallCreator', 'chat', 'sender'] as const;

/** The parts of an event, or of a message, that name chat and author. */
const namingPart = (data: object): object =>
  'Info' in data && typeof data.Info === 'object' && data.Info !== null ? data.Info : data;

/** The hidden addresses of chats and authors, which may be a stored person's. */
export function hiddenIn(
  events: readonly CatalogEvent[],
  messages: readonly MessageRecord[],
): string[] {
  const shown = messages.flatMap((message) => message.shown ?? []);
  const parts = [...events.map(({ data }) => data), ...shown].map(namingPart);
  const values = [...parts, ...messages].flatMap((part) =>
    Object.entries(part).filter(([field]) => FIELDS.some((one) => one === field)),
  );
  const hidden = values.flatMap(([, value]) =>
    typeof value === 'string' && isHidden(value) ? value : [],
  );
  return [...new Set(hidden)];
}

/** `jidOf` answers an address with itself where no other is known. */
type JidOf = (address: string) => string;

export function addressedEvent(event: CatalogEvent, jidOf: JidOf): CatalogEvent {
  const data = addressed(event.data, jidOf);
  // The cast: nothing but texts has changed.
  return data === event.data ? event : ({ ...event, data } as CatalogEvent);
}

export function addressedMessage(message: MessageRecord, jidOf: JidOf): MessageRecord {
  const changed = replaced(message, jidOf);
  const { shown } = changed;
  return shown === undefined ? changed : { ...changed, shown: addressed(shown, jidOf) };
}

function addressed<T extends object>(data: T, jidOf: JidOf): T {
  const part = namingPart(data);
  const changed = replaced(part, jidOf);
  if (changed === part) return data;
  // The cast: nothing but texts has changed.
  return (part === data ? changed : { ...data, Info: changed }) as T;
}

/** The same object where nothing has to be replaced. */
function replaced<T extends object>(part: T, jidOf: JidOf): T {
  let changed = part;
  for (const [field, value] of Object.entries(part)) {
    if (!FIELDS.some((one) => one === field) || typeof value !== 'string') continue;
    const jid = isHidden(value) ? jidOf(value) : value;
    if (jid === value) continue;
    const other = field === 'Sender' && 'SenderAlt' in part ? { SenderAlt: value } : {};
    changed = { ...changed, [field]: jid, ...other };
  }
  return changed;
}
