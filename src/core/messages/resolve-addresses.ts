/** Replaces addresses in events and messages by those under which their chats and authors are stored. Pure. */
import type { CatalogEvent } from '../events/contract/catalog.ts';
import { isLid } from '../shared/addresses/chat-address.ts';
import type { MessageRecord } from './rows.ts';

const FIELDS = ['Chat', 'Sender', 'From', 'CallCreator', 'chat', 'sender'] as const;
type AddressFields = Partial<Readonly<Record<(typeof FIELDS)[number], unknown>>>;

/** Returns the part of an event or a message that names its chat and author. */
const namingPart = (data: object): AddressFields =>
  'Info' in data && typeof data.Info === 'object' && data.Info !== null ? data.Info : data;

/** Returns the LIDs of chats and authors, which may belong to a stored person. */
export function hiddenIn(
  events: readonly CatalogEvent[],
  messages: readonly MessageRecord[],
): string[] {
  const shown = messages.flatMap((message) => message.shown ?? []);
  const parts = [...events.map(({ data }) => data), ...shown].map(namingPart);
  const hidden = new Set<string>();
  for (const part of [...parts, ...messages])
    for (const field of FIELDS) {
      const address = lidAt(part, field);
      if (address !== null) hidden.add(address);
    }
  return [...hidden];
}

/** Returns the LID in a field, or null if the field has something else. */
function lidAt(part: AddressFields, field: keyof AddressFields): string | null {
  const value = part[field];
  return typeof value === 'string' && isLid(value) ? value : null;
}

/** Returns the JID under which an address is stored, or the address itself when no other is known. */
type JidOf = (address: string) => string;

export function resolveEventAddresses(event: CatalogEvent, jidOf: JidOf): CatalogEvent {
  const data = resolveAddresses(event.data, jidOf);
  // The cast is safe: only texts have changed.
  return data === event.data ? event : ({ ...event, data } as CatalogEvent);
}

export function resolveMessageAddresses(message: MessageRecord, jidOf: JidOf): MessageRecord {
  const changed = replaceAddresses(message, jidOf);
  const { shown } = changed;
  return shown === undefined ? changed : { ...changed, shown: resolveAddresses(shown, jidOf) };
}

function resolveAddresses<T extends object>(data: T, jidOf: JidOf): T {
  const part = namingPart(data);
  const changed = replaceAddresses(part, jidOf);
  if (changed === part) return data;
  // The cast is safe: only texts have changed.
  return (part === data ? changed : { ...data, Info: changed }) as T;
}

/** Returns the same object when nothing is replaced. */
function replaceAddresses<T extends AddressFields>(part: T, jidOf: JidOf): T {
  let changed = part;
  for (const field of FIELDS) {
    const hidden = lidAt(part, field);
    const jid = hidden === null ? null : jidOf(hidden);
    if (jid === hidden) continue;
    const other = field === 'Sender' && 'SenderAlt' in part ? { SenderAlt: hidden } : {};
    changed = { ...changed, [field]: jid, ...other };
  }
  return changed;
}
