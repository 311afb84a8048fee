/** The labels of one instance in memory. */
import type { CommitLabels, Label, LabelStore } from '../../src/core/messages/labels.ts';

export function memoryLabels(): LabelStore {
  const labels = new Map<string, Label>();
  const marks = new Set<string>();
  const key = (labelId: string, chat: string) => `${labelId} ${chat}`;
  const news = async (isNews: boolean, commit?: CommitLabels): Promise<boolean> => {
    if (isNews) await commit?.({ sql: 'select 1', params: [] });
    return isNews;
  };
  return {
    async put(label, commit) {
      const isNews = !Bun.deepEquals(labels.get(label.id), label);
      labels.set(label.id, label);
      return news(isNews, commit);
    },
    remove: async (labelId, commit) => news(labels.delete(labelId), commit),
    async mark(labelId, chat, isLabelled, commit) {
      const isNews = marks.has(key(labelId, chat)) !== isLabelled;
      if (isLabelled) marks.add(key(labelId, chat));
      else marks.delete(key(labelId, chat));
      return news(isNews, commit);
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
