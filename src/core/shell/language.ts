/** Chooses the language of a page: that of the address, else of the cookie, else the browser's preference. */
import {
  acceptedLanguages,
  chooseLanguage,
  isLanguage,
  type LanguageCode,
} from '../languages/choose.ts';

/** A year, in seconds. */
const KEPT = 31_536_000;
const IN_ADDRESS = /[?&]language=([\w-]+)/;
const IN_COOKIE = /(?:^|;\s*)gatehouse-language=([\w-]+)/;

const languageIn = (text: string | null, pattern: RegExp): LanguageCode | null => {
  const code = pattern.exec(text ?? '')?.[1];
  return isLanguage(code) ? code : null;
};

export const languageOf = ({ url, headers }: Request): LanguageCode =>
  languageIn(url, IN_ADDRESS) ??
  languageIn(headers.get('cookie'), IN_COOKIE) ??
  chooseLanguage(acceptedLanguages(headers.get('accept-language')));

/** Returns the headers of an answer in the request's language. A choice in the address is kept in the cookie. */
export function languageHeaders(request: Request): Record<string, string> {
  const chosen = languageIn(request.url, IN_ADDRESS);
  const cookie = `gatehouse-language=${chosen}; Path=/; Max-Age=${KEPT}; SameSite=Lax; HttpOnly`;
  return {
    'content-language': languageOf(request),
    vary: 'accept-language, cookie, accept-encoding',
    ...(chosen && { 'set-cookie': cookie }),
  };
}

/** Returns the query by which a link chooses the language. */
export const choiceOf = (language: LanguageCode): string => `?language=${language}`;
