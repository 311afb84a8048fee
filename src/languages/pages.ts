/** The texts of the pages that the service writes itself; the manager has no need to load them. */
import type { LanguageCode } from './choose.ts';
import * as en from './en/pages.ts';
import * as es from './es/pages.ts';
import * as ptBR from './pt-BR/pages.ts';

export type PageTexts = typeof en;

export const PAGE_TEXTS: Readonly<Record<LanguageCode, PageTexts>> = { en, 'pt-BR': ptBR, es };
