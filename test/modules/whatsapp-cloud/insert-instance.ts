/** The row of an instance of the official API, for tests without a gateway. */
import type { Database } from '../../../src/core/db/client.ts';
import { instances } from '../../../src/core/db/schema/gateway.ts';

/** Its name is its id. */
export const insertInstance = async (db: Database, id: string): Promise<void> => {
  await db.orm.insert(instances).values({
    id,
    name: id,
    provider: 'whatsapp-cloud',
    state: 'close',
    phase: 'created',
    keyHash: id,
    createdAt: 0,
    updatedAt: 0,
  });
};
