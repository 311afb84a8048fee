/** Every language, for answers of the service. The manager loads the one it shows. */
import { acceptedLanguages, chooseLanguage, type LanguageCode } from './choose.ts';
import { en, type Language } from './en.ts';
import { es } from './es.ts';
import { ptBR } from './pt-BR.ts';

const ALL: Readonly<Record<LanguageCode, Language>> = { en, 'pt-BR': ptBR, es };

/** Returns the texts in the language that an `accept-language` header wants most; English without one. */
export const languageFor = (acceptLanguage: string | null): Language =>
  ALL[chooseLanguage(acceptedLanguages(acceptLanguage))];
