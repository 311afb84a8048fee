/** The texts of the page, in the language that the service answered it in. */
import { chooseLanguage } from '../../../core/languages/choose.ts';
import { loadTexts, type Texts } from '../../../core/languages/load.ts';

let current: Texts | null = null;

export function texts(): Texts {
  if (current === null) throw new Error('no language is loaded yet');
  return current;
}

export function setTexts(language: Texts): void {
  current = language;
}

export async function loadLanguage(): Promise<void> {
  setTexts(await loadTexts(chooseLanguage([document.documentElement.lang])));
}

/** Lets the links that choose a language, in the footer of every page, keep what is looked at. */
export function keepPlaceInLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.footer a[hreflang]'))
    link.addEventListener('click', () => {
      link.hash = location.hash;
    });
  // The choice is stored in a cookie already.
  if (location.search !== '') history.replaceState(null, '', location.pathname + location.hash);
}
