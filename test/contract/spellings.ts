/** Ways in which people and programs spell a field of a request other than its documentation. */
import type { JsonSchema } from '../helpers/json-schema.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What the answer to a changed request may be, beside a refusal or a warning. */
type ExpectedAnswer =
  /** The one to the request as it was. */
  | 'same'
  /** The one to the request without the field. */
  | 'absent'
  /** Neither: a success must carry a warning. */
  | 'warning'
  /** Any, with the same recipients. */
  | 'recipients';

export interface Change {
  readonly what: string;
  readonly expected: ExpectedAnswer;
  readonly body: Fields;
  /** The request without the field. */
  readonly without: Fields;
}

/** Every change of one field of an example, by its schema. */
export function* changesOf(
  schema: JsonSchema,
  example: Fields,
  resolve: (schema: JsonSchema) => JsonSchema,
): Generator<Change> {
  const { properties = {}, required = [] } = resolve(schema);
  for (const [name, property] of Object.entries<JsonSchema>(properties)) {
    const { [name]: value, ...without } = example;
    const field = resolve(property);
    const put = (changed: unknown): Fields => ({ ...example, [name]: changed });
    const change = (what: string, expected: ExpectedAnswer, body: Fields): Change => ({
      what: `${name}: ${what}`,
      expected,
      body,
      without,
    });
    if (!required.includes(name))
      for (const empty of emptyFor(field)) yield change(shown(empty), 'absent', put(empty));
    if (value === undefined) continue;
    for (const [spelled, expected] of spellingsOf(value))
      yield change(shown(spelled), expected, put(spelled));
    // A shorter name with another letter is a word of its own.
    if (name.length < 4) continue;
    yield change('another name', 'warning', { ...without, [`${name}x`]: value });
    yield change('upper case', 'warning', { ...without, [name.toUpperCase()]: value });
    if (isFields(value) && field.properties)
      for (const inner of changesOf(field, value, resolve))
        yield {
          ...inner,
          what: `${name}.${inner.what}`,
          body: put(inner.body),
          without: put(inner.without),
        };
  }
}

const shown = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const variantsOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf ?? [schema];

/** Empty values that the field cannot have, or that say nothing in it. */
function emptyFor(schema: JsonSchema): unknown[] {
  const types = variantsOf(schema).map(({ type }) => type);
  // Where null has a meaning, so may an empty text.
  if (types.includes('null') || types.includes(undefined)) return [];
  const isText = types.includes('string');
  return [null, ...(isText ? [] : ['']), ...(types.includes('object') ? [{}, []] : [])];
}

const MARKED = ['\u202a', '\u202c'] as const;

function spellingsOf(value: unknown): [unknown, ExpectedAnswer][] {
  if (typeof value === 'number')
    return [
      [`${value}`, 'same'],
      [` ${value} `, 'same'],
      [`${value}.5x`, 'warning'],
    ];
  if (typeof value === 'boolean') return [[`${value}`, 'same']];
  if (Array.isArray(value)) {
    const [first, ...others] = value;
    return spellingsOf(first).map(([spelled, expected]) => [[spelled, ...others], expected]);
  }
  return typeof value === 'string' ? spellingsOfText(value) : [];
}

function spellingsOfText(text: string): [unknown, ExpectedAnswer][] {
  const isPhone = /^\d{10,15}$/.test(text);
  const spelled = isPhone ? 'same' : 'recipients';
  return [
    [MARKED.join(text), spelled],
    [`\u00a0${text}\u00a0`, spelled],
    ...(/^\d+$/.test(text) ? ([[Number(text), 'same']] as [unknown, ExpectedAnswer][]) : []),
    ...(isPhone ? PHONES.map((one): [unknown, ExpectedAnswer] => [one(text), 'same']) : []),
    [{}, 'recipients'],
    [[text], 'recipients'],
  ];
}

const PHONES: readonly ((digits: string) => string)[] = [
  (digits) => `${digits}.0`,
  (digits) => `00${digits}`,
  (digits) => `${digits}@c.us`,
  (digits) => `+${digits.slice(0, 2)} (0) ${digits.slice(2)}`,
  (digits) => `+${digits}`,
  (digits) =>
    `+${digits.slice(0, 2)} (${digits.slice(2, 4)}) ${digits.slice(4, 9)}-${digits.slice(9)}`,
];
