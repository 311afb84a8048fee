/** A message store and the log that writes it, over an engine and a database of their own. */
import type { CatalogEvent, EventType, Payloads } from '../../src/core/events/contract/catalog.ts';
import { Messages } from '../../src/core/messages/log.ts';
import { MessageStore } from '../../src/core/messages/store/store.ts';
import { engineBench } from './engine.ts';
import { insertInstances, SHOP } from './gateway-server.ts';

type Query<F extends keyof MessageStore> = MessageStore[F] extends (
  id: string,
  query: infer Q,
) => unknown
  ? Q
  : never;

/** Pages of a store with all that they hold. */
export const pagesOf = (store: MessageStore) => ({
  async messages(id: string, query: Query<'messages'>) {
    const page = await store.messages(id, query);
    return { ...page, messages: await store.readMessages(page.messages) };
  },
  chats: async (id: string, query: Query<'chats'>) => store.readChats(await store.chats(id, query)),
  contacts: async (id: string, query: Query<'contacts'>) =>
    store.readContacts(await store.contacts(id, query)),
});

/** `hours`: for how long messages are stored. */
export async function messageStoreBench(hours = 24) {
  const { engine, db, clock } = await engineBench();
  await insertInstances(db);
  /** As a process that has just started sees it. */
  const opened = () => {
    const store = new MessageStore({ db, clock, publisher: engine, hours });
    return { store, messages: new Messages(db, engine, null, store) };
  };
  const first = opened();
  return {
    ...first,
    pages: pagesOf(first.store),
    engine,
    db,
    clock,
    opened,
    /** In one call. */
    publish: (...events: CatalogEvent[]) => first.messages.publish(SHOP, events, []),
    /** The payloads of the events of this type, in their order. */
    async told<T extends EventType>(type: T): Promise<Payloads[T][]> {
      const sql = 'select body from events where type = ? order by sequence';
      return (await db.query(sql, [type])).map(([body]) => JSON.parse(String(body)).data);
    },
    /** Until the returned function is called, no event can be written. */
    async refusesEvents() {
      await db.query(
        "create trigger refuse before insert on events begin select raise(abort, 'no'); end",
        [],
      );
      return () => db.query('drop trigger refuse', []);
    },
  };
}

/** Whether the work was refused. */
export const isRefused = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    () => true,
  );
