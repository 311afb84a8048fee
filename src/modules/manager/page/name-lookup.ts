/** Names that are read one by one, as a view shows what they belong to. */
import { signal } from '@preact/signals';

const AT_ONCE = 4;

/** Returns a name; null if nothing has this id or it cannot be read, and undefined while it is being read. */
export type NameLookup = (id: string) => string | null | undefined;

/** Each name is read once, a few at a time. A view that shows one is drawn again when it is there. */
export function createNameLookup(read: (id: string) => Promise<string | null>): NameLookup {
  const names = signal<ReadonlyMap<string, string | null>>(new Map());
  const asked = new Set<string>();
  const waiting: string[] = [];
  let reading = 0;
  const readOn = async () => {
    if (reading === AT_ONCE) return;
    reading++;
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const name = await read(id).catch(() => null);
      names.value = new Map(names.value).set(id, name);
    }
    reading--;
  };
  return (id) => {
    if (!asked.has(id)) {
      asked.add(id);
      waiting.push(id);
      void readOn();
    }
    return names.value.get(id);
  };
}
