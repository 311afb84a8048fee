/** Rows of keys kept in memory, whose reads and writes are noted, and that can be held up or made to fail. */
import type { SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys';
import { memoryStore } from '../../../packages/signal/test/key-store.ts';
import type { Statement } from '../../../src/core/db/client.ts';
import type { KeyStoreDeps } from '../../../src/modules/whatsapp/key-store.ts';

export function memoryRows() {
  const stored = memoryStore();
  const disk = {
    stored,
    reads: [] as string[],
    writes: [] as SignalDataSet[],
    fails: false,
    mayRead: Promise.resolve(),
    mayWrite: Promise.resolve(),
  };
  /** The keys that statements write. */
  const written = new WeakMap<readonly Statement[], SignalDataSet>();
  const rows: KeyStoreDeps['rows'] = {
    async read(type, ids) {
      disk.reads.push(...ids);
      const found = await stored.get(type as keyof SignalDataTypeMap, [...ids]);
      await disk.mayRead;
      return found;
    },
    statements(keys) {
      const statements: Statement[] = [];
      written.set(statements, keys);
      return statements;
    },
    async removeAll() {},
  };
  const commit: KeyStoreDeps['commit'] = async (_, statements) => {
    const keys = written.get(statements) ?? {};
    disk.writes.push(keys);
    await disk.mayWrite;
    if (disk.fails) throw new Error('the disk is full');
    await stored.set(keys);
  };
  return { disk, rows, commit };
}
