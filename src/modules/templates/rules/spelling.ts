/** Rewrites components in the spelling of the platform's answers: types and formats in capitals. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';

/** Anything but a list of components is returned unchanged. */
export const spelledComponents = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => component(one, card)) : value;

/** A card cannot contain cards, so those are left unchanged. */
const card = (source: unknown): unknown =>
  isFields(source) && Array.isArray(source.components)
    ? { ...source, components: source.components.map((one) => component(one, (inner) => inner)) }
    : source;

function component(source: unknown, cardOf: (card: unknown) => unknown): unknown {
  if (!isFields(source)) return source;
  return {
    ...inCapitals(source, ['type', 'format']),
    ...(Array.isArray(source.buttons) && { buttons: source.buttons.map(button) }),
    ...(Array.isArray(source.cards) && { cards: source.cards.map(cardOf) }),
  };
}

const button = (source: unknown): unknown =>
  isFields(source) ? inCapitals(source, ['type', 'otp_type']) : source;

const inCapitals = (source: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(source).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? value.toUpperCase() : value,
    ]),
  );
