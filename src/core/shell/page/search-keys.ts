/** The keys that open the search of a page and move through what it has found. */

/** `/` where nothing is typed, or the keys that other pages use. */
export function isSearchKey({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k') return true;
  const isTyping = target instanceof Element && target.matches('input, textarea, select');
  return key === '/' && !isTyping && !ctrlKey && !metaKey;
}
