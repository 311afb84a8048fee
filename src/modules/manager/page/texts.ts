/** The texts of the page, in the language that the service answered it in. */
import { chooseLanguage, type LanguageCode } from '../../../core/languages/choose.ts';
import type { Language } from '../../../core/languages/en.ts';

const LOADERS: Readonly<Record<LanguageCode, () => Promise<Language>>> = {
  en: async () => (await import('../../../core/languages/en.ts')).en,
  'pt-BR': async () => (await import('../../../core/languages/pt-BR.ts')).ptBR,
  es: async () => (await import('../../../core/languages/es.ts')).es,
};

let current: Language | null = null;

export function texts(): Language {
  if (current === null) throw new Error('no language is loaded yet');
  return current;
}

export function setTexts(language: Language): void {
  current = language;
}

export async function loadLanguage(): Promise<void> {
  setTexts(await LOADERS[chooseLanguage([document.documentElement.lang])]());
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
