/** Drafts: what was typed and neither sent nor discarded, kept in this tab until the keys are forgotten. */

/** The values of fields by their names; a field may have several. */
export type Draft = Readonly<Record<string, readonly string[]>>;

const PREFIX = 'gatehouse.draft ';

/** Returns null if no draft has this name. */
export function draftOf(name: string): Draft | null {
  const stored = inStorage((storage) => storage.getItem(PREFIX + name));
  return stored === null ? null : (JSON.parse(stored) as Draft);
}

/** Keeps a draft; one without values is removed. */
export const keepDraft = (name: string, draft: Draft): void =>
  void inStorage((storage) =>
    Object.keys(draft).length === 0
      ? storage.removeItem(PREFIX + name)
      : storage.setItem(PREFIX + name, JSON.stringify(draft)),
  );

/** A browser may forbid a frame to keep anything, or have no room: typing goes on without a draft. */
function inStorage<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
