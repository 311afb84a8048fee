/** Drafts: what was typed and neither sent nor discarded, kept in this tab until the keys are forgotten. */

/** The values of fields by their names; a field may have several. */
export type Draft = Readonly<Record<string, readonly string[]>>;

const PREFIX = 'gatehouse.draft ';

/** Returns null if no draft has this name. */
export function draftOf(name: string): Draft | null {
  const stored = sessionStorage.getItem(PREFIX + name);
  return stored === null ? null : (JSON.parse(stored) as Draft);
}

/** Keeps a draft; one without values is removed. The browser drops what has no room. */
export function keepDraft(name: string, draft: Draft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
  } catch (error) {
    // QuotaExceededError: typing goes on without a draft.
    if (!(error instanceof DOMException)) throw error;
  }
}

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
