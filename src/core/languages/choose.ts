/** Chooses the language of a reader. */

/** The languages by their own names, which readers look for. */
export const LANGUAGES = { en: 'English', 'pt-BR': 'Português (Brasil)', es: 'Español' } as const;

export type LanguageCode = keyof typeof LANGUAGES;

const CODES = Object.keys(LANGUAGES) as LanguageCode[];

export const isLanguage = (code: unknown): code is LanguageCode =>
  CODES.some((known) => known === code);

const primaryOf = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** Returns the language of the first `wanted` tag that has one, whatever its region, or English. */
export function chooseLanguage(wanted: readonly string[]): LanguageCode {
  for (const tag of wanted) {
    const found = CODES.find((code) => primaryOf(code) === primaryOf(tag));
    if (found !== undefined) return found;
  }
  return 'en';
}

/** The most tags that are read; browsers send fewer. */
const TAGS_MAX = 20;

/** Returns the tags of an `accept-language` header, the most wanted first. */
export function acceptedLanguages(header: string | null): string[] {
  const tags = (header ?? '').split(',', TAGS_MAX).map((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  return tags
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
