/** The texts of the pages that the service writes itself; the manager has no need to load them. */
import type { LanguageCode } from './choose.ts';
import * as en from './en/pages.ts';

export type PageTexts = typeof en;

/** The texts of other languages are loaded for their first reader. */
export const PAGE_TEXTS: Readonly<Record<LanguageCode, PageTexts>> = {
  en,
  get 'pt-BR'() {
    return require('./pt-BR/pages.ts') as typeof import('./pt-BR/pages.ts');
  },
  get es() {
    return require('./es/pages.ts') as typeof import('./es/pages.ts');
  },
};
