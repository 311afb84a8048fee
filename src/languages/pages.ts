/** The texts of the pages that the service writes itself; the manager has no need to load them. */
import type { LanguageCode } from './choose.ts';
import { frame as enFrame } from './en/frame.ts';
import { frame as esFrame } from './es/frame.ts';
import { frame as ptFrame } from './pt-BR/frame.ts';

const en = { frame: enFrame };

export type PageTexts = typeof en;

export const PAGE_TEXTS: Readonly<Record<LanguageCode, PageTexts>> = {
  en,
  'pt-BR': { frame: ptFrame },
  es: { frame: esFrame },
};
