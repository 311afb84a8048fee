/** Buttons, carousels and payments by Pix as paired phones send them, read from the bodies of older clients. */
import { randomBytes } from 'node:crypto';
import type { Fields } from '../../../core/http/read-fields.ts';
import {
  type NativeButton,
  type NativeCard,
  type PhoneContent,
  PIX_KEY_TYPES,
} from '../../../core/providers/interactive.ts';
import { requireWithinLimits } from '../../../core/providers/interactive-limits.ts';
import { problem } from '../../../core/shared/reasons/problems.ts';
import type { UrlGuard } from '../../../core/webhooks/url.ts';
import { type ButtonsBody, ChoiceReader, type Choices, withFileAbove, wordsOf } from './choices.ts';

export type PhoneChoices = Choices<PhoneContent>;

/** Throws `invalid` for what is missing or beyond the limits. */
export function phoneButtonsIn(
  { title, description, footer, buttons, ...header }: ButtonsBody,
  guard: UrlGuard,
): PhoneChoices {
  const reading = new ChoiceReader();
  const all = reading.objects(buttons, 'buttons');
  const isPix = all.some(({ type }) => typeOf(type) === 'pix');
  // Some clients send a payment without any text.
  const isBare = [title, description].every((one) => one === undefined || one === '');
  const heading = isPix && isBare ? all[0]?.name : title;
  const words = wordsOf(reading, heading, description, footer);
  if (isPix && all.length > 1) reading.refuse('', problem('pix_not_alone'));
  const file = reading.header(header, guard);
  if (isPix) {
    const pix = { ...words, ...pixIn(reading, all[0] ?? {}) };
    const content = requireWithinLimits(reading.done(pix));
    return { files: [], content: () => content };
  }
  const read = buttonsIn(reading, all, 'buttons');
  const content = { kind: 'native_buttons', ...words, buttons: read } as const;
  return withFileAbove(requireWithinLimits(reading.done(content)), file);
}

export interface CarouselBody {
  readonly body?: unknown;
  readonly footer?: unknown;
  readonly cards?: unknown;
}

/** Throws `invalid` for what is missing or beyond the limits. */
export function carouselIn({ body, footer, cards }: CarouselBody, guard: UrlGuard): PhoneChoices {
  const reading = new ChoiceReader();
  const text = reading.required(body, 'body');
  const below = reading.optional(footer, 'footer');
  const read = reading
    .objects(cards, 'cards')
    .map((card, at) => cardIn(reading, card, `cards.${at}`, guard));
  const about = { kind: 'carousel', text, ...(below !== undefined && { footer: below }) } as const;
  requireWithinLimits(reading.done({ ...about, cards: read.map(({ card }) => card) }));
  return {
    files: read.flatMap(({ file }) => file ?? []),
    content(files) {
      const left = [...files];
      const filled = read.map(({ card, file }): NativeCard => {
        const fetched = file && left.shift();
        return fetched ? { ...card, file: fetched } : card;
      });
      return { ...about, cards: filled };
    },
  };
}

function cardIn(reading: ChoiceReader, cardFields: Fields, path: string, guard: UrlGuard) {
  const { title, body, footer, buttons, imageUrl, videoUrl } = cardFields;
  const header = reading.optional(title, `${path}.title`);
  const text = reading.required(body, `${path}.body`);
  const below = reading.optional(footer, `${path}.footer`);
  const image = reading.file(imageUrl, `${path}.imageUrl`, 'image', guard);
  const video = reading.file(videoUrl, `${path}.videoUrl`, 'video', guard);
  if (image && video) reading.refuse(path, problem('card_with_two_files'));
  const all = reading.objects(buttons, `${path}.buttons`);
  const card: NativeCard = {
    ...(header !== undefined && { header }),
    text,
    ...(below !== undefined && { footer: below }),
    buttons: buttonsIn(reading, all, `${path}.buttons`),
  };
  return { card, file: image ?? video };
}

const typeOf = (type: unknown): unknown =>
  typeof type === 'string' ? type.toLowerCase() : (type ?? 'reply');

const buttonsIn = (
  reading: ChoiceReader,
  all: readonly Fields[],
  path: string,
): readonly NativeButton[] =>
  all.flatMap((button, at) => buttonIn(reading, button, `${path}.${at}`) ?? []);

/** In a carousel some clients send the page or the number as the `id` of the button. */
function buttonIn(reading: ChoiceReader, button: Fields, path: string): NativeButton | null {
  const { id, url = id, phoneNumber = id, copyCode } = button;
  const text = reading.required(button.displayText, `${path}.displayText`);
  switch (typeOf(button.type)) {
    case 'reply':
      return { type: 'reply', text, id: reading.optional(id, `${path}.id`) ?? text };
    case 'url':
      return { type: 'url', text, url: reading.required(url, `${path}.url`) };
    case 'call': {
      const number = reading.dialled(phoneNumber, `${path}.phoneNumber`);
      return { type: 'call', text, phoneNumber: number };
    }
    case 'copy':
      return { type: 'copy', text, code: reading.required(copyCode, `${path}.copyCode`) };
    default:
      reading.refuse(
        `${path}.type`,
        problem('unknown_value', {
          values: `reply, url, call, copy${path.startsWith('cards') ? '' : ', pix'}`,
        }),
      );
      return null;
  }
}

const REFERENCE_BYTES = 8;

/** Not a whole number when it is no amount. Digits may come as a text. */
function hundredthsOf(amount: unknown): number {
  const value = typeof amount === 'string' ? Number(amount) : amount;
  if (typeof value !== 'number') return Number.NaN;
  const hundredths = Math.round(value * 100);
  return Math.abs(hundredths - value * 100) < 1e-6 ? hundredths : Number.NaN;
}

function pixIn(reading: ChoiceReader, button: Fields) {
  const { keyType, amount } = button;
  const known = PIX_KEY_TYPES.find((one) => one === keyType);
  if (known === undefined)
    reading.refuse(
      'buttons.0.keyType',
      problem('unknown_value', { values: PIX_KEY_TYPES.join(', ') }),
    );
  return {
    kind: 'pix',
    name: reading.required(button.name, 'buttons.0.name'),
    keyType: known ?? 'random',
    key: reading.required(button.key, 'buttons.0.key'),
    currency: reading.optional(button.currency, 'buttons.0.currency') ?? 'BRL',
    ...((amount ?? '') !== '' && { amount: hundredthsOf(amount) }),
    reference: randomBytes(REFERENCE_BYTES).toString('hex').toUpperCase(),
  } as const;
}
