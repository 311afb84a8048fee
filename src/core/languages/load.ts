/** Loads all texts of a language, for pages that are drawn in the browser. */
import type { LanguageCode } from './choose.ts';
import type { Language } from './en.ts';

const LOADERS: Readonly<Record<LanguageCode, () => Promise<Language>>> = {
  en: async () => (await import('./en.ts')).en,
  'pt-BR': async () => (await import('./pt-BR.ts')).ptBR,
  es: async () => (await import('./es.ts')).es,
};

export const loadTexts = (code: LanguageCode) => LOADERS[code]();

export type Texts = Awaited<ReturnType<typeof loadTexts>>;
