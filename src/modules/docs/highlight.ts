/** Colours code by classes, which the style sheet of the docs knows. */

/**
 * Returns the HTML of code. `language` is the one that its block names; code in an unknown language is only escaped.
 */
export type Highlight = (code: string, language: string | undefined) => string;

let loading: Promise<Highlight> | undefined;

/** The library is loaded when the first page is asked for. */
export function loadHighlight(): Promise<Highlight> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Highlight> {
  const { library } = await import('./highlight-library.js');
  return (code, language) =>
    language !== undefined && library.getLanguage(language)
      ? library.highlight(code, { language }).value
      : Bun.escapeHTML(code);
}
