/** The part of highlight.js that is used. */
export const library: {
  /** Knows short names too, such as `sh`, `js`, `py` and `ts`. */
  getLanguage(name: string): object | undefined;
  highlight(code: string, options: { readonly language: string }): { readonly value: string };
};
