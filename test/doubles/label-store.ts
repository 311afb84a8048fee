/** The labels of one instance in memory. */
import type { Label, LabelStore } from '../../src/messages/labels.ts';

export function memoryLabels(): LabelStore {
  const labels = new Map<string, Label>();
  const marks = new Set<string>();
  const key = (labelId: string, chat: string) => `${labelId} ${chat}`;
  return {
    async put(label) {
      const isNews = !Bun.deepEquals(labels.get(label.id), label);
      labels.set(label.id, label);
      return isNews;
    },
    remove: async (labelId) => labels.delete(labelId),
    async mark(labelId, chat, isLabelled) {
      const isNews = marks.has(key(labelId, chat)) !== isLabelled;
      if (isLabelled) marks.add(key(labelId, chat));
      else marks.delete(key(labelId, chat));
      return isNews;
    },
    async clear() {
      labels.clear();
      marks.clear();
    },
    find: async (labelId) => labels.get(labelId) ?? null,
    all: async (chat) =>
      [...labels.values()].filter(({ id }) => chat === undefined || marks.has(key(id, chat))),
  };
}
