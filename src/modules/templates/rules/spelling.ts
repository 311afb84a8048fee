/** Rewrites components in the spelling of the platform's answers: types and formats in capitals. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';

/** Anything but a list of components is returned unchanged. */
export const spelledComponents = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => component(one, card)) : value;

/** A card cannot contain cards, so those are left unchanged. */
const card = (given: unknown): unknown =>
  isFields(given) && Array.isArray(given.components)
    ? { ...given, components: given.components.map((one) => component(one, (inner) => inner)) }
    : given;

function component(given: unknown, cardOf: (card: unknown) => unknown): unknown {
  if (!isFields(given)) return given;
  return {
    ...inCapitals(given, ['type', 'format']),
    ...(Array.isArray(given.buttons) && { buttons: given.buttons.map(button) }),
    ...(Array.isArray(given.cards) && { cards: given.cards.map(cardOf) }),
  };
}

const button = (given: unknown): unknown =>
  isFields(given) ? inCapitals(given, ['type', 'otp_type']) : given;

const inCapitals = (given: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? value.toUpperCase() : value,
    ]),
  );
