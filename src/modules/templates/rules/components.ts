/**
 * Checks the components of templates. The rules are those of the platform that approves templates, so that what passes
 * here passes there. Pure.
 */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import type { ParameterFormat } from '../../../core/providers/templates.ts';
import { type FieldProblem, problem } from '../../../core/shared/reasons/problems.ts';
import { buttonsProblems } from './buttons.ts';
import { textProblems, wrong } from './texts.ts';
import { edgeProblems, exampleProblems, variableProblems, variablesIn } from './variables.ts';

const BODY_CHARACTERS_MAX = 1024;
const OFFER_BODY_CHARACTERS_MAX = 600;
const CARD_BODY_CHARACTERS_MAX = 160;
const EDGE_CHARACTERS_MAX = 60;
const OFFER_CHARACTERS_MAX = 16;
const EXPIRATION_MINUTES_MAX = 90;
const CARDS_MIN = 2;
const CARDS_MAX = 10;
const CARD_BUTTONS_MAX = 2;

/** The facts of the template that the check of a component needs. */
interface RuleContext {
  readonly category: string;
  readonly format: ParameterFormat;
  readonly bodyCharactersMax: number;
}

type Rule = (component: Fields, path: string, context: RuleContext) => FieldProblem[];

const FILES = ['IMAGE', 'VIDEO', 'GIF', 'DOCUMENT'];
const HEADER_FORMATS = ['TEXT', ...FILES, 'LOCATION', 'PRODUCT'];

const RULES = {
  HEADER: headerProblems,
  BODY: bodyProblems,
  FOOTER({ text, code_expiration_minutes: minutes }, path, { category }) {
    if (category === 'AUTHENTICATION' && text === undefined)
      return expirationProblems(minutes, `${path}.code_expiration_minutes`);
    const problems = textProblems(text, `${path}.text`, EDGE_CHARACTERS_MAX);
    const hasVariables = variablesIn(`${text}`, 'NAMED').length > 0;
    return hasVariables
      ? [...problems, wrong(`${path}.text`, problem('variables_forbidden'))]
      : problems;
  },
  BUTTONS: ({ buttons }, path, context) => buttonsProblems(buttons, `${path}.buttons`, context),
  CAROUSEL: cardsProblems,
  LIMITED_TIME_OFFER({ limited_time_offer: offer }, path) {
    if (!isFields(offer)) return [wrong(`${path}.limited_time_offer`, problem('not_object'))];
    const place = `${path}.limited_time_offer`;
    const isFlag = ['boolean', 'undefined'].includes(typeof offer.has_expiration);
    return [
      ...textProblems(offer.text, `${place}.text`, OFFER_CHARACTERS_MAX),
      ...(isFlag ? [] : [wrong(`${place}.has_expiration`, problem('not_boolean'))]),
    ];
  },
  CALL_PERMISSION_REQUEST: () => [],
} as const satisfies Record<string, Rule>;

type ComponentType = keyof typeof RULES;
const TYPES = Object.keys(RULES) as ComponentType[];

/** Returns the problems of `components`, each with its field path; empty for valid components. */
export function problemsOfComponents(
  value: unknown,
  template: { readonly category: string; readonly format: ParameterFormat },
): FieldProblem[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > TYPES.length)
    return [wrong('components', `must be an array of 1 to ${TYPES.length} components`)];
  const hasOffer = value.some((one) => isFields(one) && one.type === 'LIMITED_TIME_OFFER');
  const bodyCharactersMax = hasOffer ? OFFER_BODY_CHARACTERS_MAX : BODY_CHARACTERS_MAX;
  const context = { ...template, bodyCharactersMax };
  const problems = listProblems(value, { types: TYPES, path: 'components', context });
  return problems.length > 0 ? problems : combinationProblems(value, template.category);
}

/** Checks each alone, and that none is repeated. */
function listProblems(
  components: readonly unknown[],
  of: { types: readonly ComponentType[]; path: string; context: RuleContext },
): FieldProblem[] {
  const seen = new Set<unknown>();
  return components.flatMap((component, index) => {
    const path = `${of.path}[${index}]`;
    if (!isFields(component)) return [wrong(path, problem('not_object'))];
    const type = of.types.find((known) => known === component.type);
    if (type === undefined)
      return [wrong(`${path}.type`, problem('unknown_value', { values: of.types.join(', ') }))];
    if (seen.has(type)) return [wrong(`${path}.type`, 'must not be given twice')];
    seen.add(type);
    const rule: Rule = RULES[type];
    return rule(component, path, of.context);
  });
}

/** Checks which components go together, and with which category. */
function combinationProblems(components: readonly Fields[], category: string): FieldProblem[] {
  const types = components.map(({ type }) => type as ComponentType);
  const has = (type: ComponentType) => types.includes(type);
  const besides = (...allowed: ComponentType[]) => types.find((type) => !allowed.includes(type));
  if (!has('BODY')) return [wrong('components', 'must hold a BODY')];
  if (category === 'AUTHENTICATION') {
    const other = besides('BODY', 'FOOTER', 'BUTTONS');
    if (other)
      return [wrong('components', `must hold no ${other}, since the category is AUTHENTICATION`)];
    if (!has('BUTTONS')) return [wrong('components', 'must hold BUTTONS with one of type OTP')];
  }
  const special = types.find((type) => type === 'CAROUSEL' || type === 'LIMITED_TIME_OFFER');
  if (special && category !== 'MARKETING')
    return [wrong('components', `must hold no ${special}, which is for the category MARKETING`)];
  if (has('CAROUSEL') && besides('BODY', 'CAROUSEL'))
    return [wrong('components', 'must hold nothing but a BODY beside CAROUSEL')];
  if (
    has('CALL_PERMISSION_REQUEST') &&
    besides('HEADER', 'BODY', 'FOOTER', 'CALL_PERMISSION_REQUEST')
  )
    return [
      wrong('components', 'must hold no buttons, cards or offer beside CALL_PERMISSION_REQUEST'),
    ];
  return has('LIMITED_TIME_OFFER') ? offerProblems(components) : [];
}

function offerProblems(components: readonly Fields[]): FieldProblem[] {
  if (components.some(({ type }) => type === 'FOOTER'))
    return [wrong('components', 'must hold no FOOTER beside LIMITED_TIME_OFFER')];
  const header = components.findIndex(({ type }) => type === 'HEADER');
  const format = components[header]?.format;
  return header === -1 || format === 'IMAGE' || format === 'VIDEO'
    ? []
    : [wrong(`components[${header}].format`, 'must be IMAGE or VIDEO beside LIMITED_TIME_OFFER')];
}

function headerProblems(
  header: Fields,
  path: string,
  { format: parameters }: Pick<RuleContext, 'format'>,
): FieldProblem[] {
  const { format, text, example } = header;
  if (!HEADER_FORMATS.some((known) => known === format))
    return [
      wrong(`${path}.format`, problem('unknown_value', { values: HEADER_FORMATS.join(', ') })),
    ];
  if (FILES.some((known) => known === format)) return handleProblems(example, path);
  if (format !== 'TEXT') return [];
  const problems = textProblems(text, `${path}.text`, EDGE_CHARACTERS_MAX);
  if (problems.length > 0) return problems;
  const misused = variableProblems(`${text}`, `${path}.text`, parameters);
  if (misused.length > 0) return misused;
  if (variablesIn(`${text}`, parameters).length > 1)
    return [wrong(`${path}.text`, problem('more_than_one_variable'))];
  return exampleProblems(header, path, { format: parameters, field: 'header_text' });
}

/** Checks a file that was uploaded as an example. */
function handleProblems(example: unknown, path: string): FieldProblem[] {
  const [handle] =
    isFields(example) && Array.isArray(example.header_handle) ? example.header_handle : [];
  return typeof handle === 'string' && handle !== ''
    ? []
    : [
        wrong(
          `${path}.example.header_handle`,
          'must be a list with the handle of an uploaded file',
        ),
      ];
}

/** The platform has its own text for authentication templates, so theirs may be absent. */
function bodyProblems(body: Fields, path: string, context: RuleContext): FieldProblem[] {
  const { text } = body;
  const isAuthentication = context.category === 'AUTHENTICATION';
  if (isAuthentication && text === undefined) return [];
  const problems = textProblems(text, `${path}.text`, context.bodyCharactersMax);
  // The platform's own text breaks the rules for other texts.
  if (problems.length > 0 || isAuthentication) return problems;
  const misused = [
    ...variableProblems(`${text}`, `${path}.text`, context.format),
    ...edgeProblems(`${text}`, `${path}.text`),
  ];
  const { format } = context;
  return misused.length > 0 ? misused : exampleProblems(body, path, { format, field: 'body_text' });
}

const expirationProblems = (minutes: unknown, path: string): FieldProblem[] =>
  minutes === undefined ||
  (Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= EXPIRATION_MINUTES_MAX)
    ? []
    : [wrong(path, problem('whole_number_between', { min: 1, max: EXPIRATION_MINUTES_MAX }))];

const CARD_TYPES = ['HEADER', 'BODY', 'BUTTONS'] as const;

/** All cards must have the same components. */
function cardsProblems({ cards }: Fields, path: string, { format }: RuleContext): FieldProblem[] {
  if (!Array.isArray(cards) || cards.length < CARDS_MIN || cards.length > CARDS_MAX)
    return [wrong(`${path}.cards`, `must be an array of ${CARDS_MIN} to ${CARDS_MAX} cards`)];
  const problems = cards.flatMap((card: unknown, index) =>
    cardProblems(card, `${path}.cards[${index}]`, format),
  );
  if (problems.length > 0) return problems;
  const odd = cards.findIndex((card) => makeOf(card) !== makeOf(cards[0]));
  return odd === -1
    ? []
    : [
        wrong(
          `${path}.cards[${odd}]`,
          'must have the same components and types of buttons as the first card',
        ),
      ];
}

function cardProblems(card: unknown, path: string, format: ParameterFormat): FieldProblem[] {
  const components = isFields(card) ? card.components : undefined;
  if (!Array.isArray(components)) return [wrong(`${path}.components`, problem('not_list'))];
  const context = { category: 'MARKETING', format, bodyCharactersMax: CARD_BODY_CHARACTERS_MAX };
  const place = `${path}.components`;
  const problems = listProblems(components, { types: CARD_TYPES, path: place, context });
  if (problems.length > 0) return problems;
  const header = components.find(({ type }) => type === 'HEADER');
  if (!['IMAGE', 'VIDEO', 'PRODUCT'].includes(header?.format))
    return [wrong(place, 'must hold a HEADER of format IMAGE, VIDEO or PRODUCT')];
  const buttons = components.find(({ type }) => type === 'BUTTONS')?.buttons ?? [];
  return buttons.length > CARD_BUTTONS_MAX
    ? [wrong(place, `must hold at most ${CARD_BUTTONS_MAX} buttons`)]
    : [];
}

/** Returns the structure of a checked card as one text. */
const makeOf = ({ components }: { components: readonly Fields[] }): string =>
  components
    .map(({ type, format, buttons }) => {
      const types = Array.isArray(buttons) ? buttons.map((button) => button.type) : [];
      return [type, format, ...types].join(' ');
    })
    .sort()
    .join();
