/** Signal keys kept in memory, as a device keeps them on its disk. */
import type { SignalDataSet, SignalDataTypeMap, SignalKeyStore } from '@whiskeysockets/baileys';

export function memoryStore(): SignalKeyStore {
  const kept = new Map<string, unknown>();
  return {
    get: <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found: Record<string, SignalDataTypeMap[T]> = {};
      for (const id of ids) {
        const value = kept.get(`${type}/${id}`);
        if (value !== undefined) found[id] = value as SignalDataTypeMap[T];
      }
      return found;
    },
    set: (data: SignalDataSet) => {
      for (const [type, items] of Object.entries(data)) {
        for (const [id, value] of Object.entries(items)) {
          if (value === null) kept.delete(`${type}/${id}`);
          else kept.set(`${type}/${id}`, value);
        }
      }
    },
  };
}
