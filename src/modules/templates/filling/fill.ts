/** Fills a template with a caller's values for its variables, with the platform's checks. Pure. */
import { type Fields, isFields } from '../../../core/http/read-fields.ts';
import type {
  FilledTemplate,
  ParameterFormat,
  Template,
  TemplateComponent,
} from '../../../core/providers/templates.ts';
import { AppError } from '../../../core/shared/errors.ts';
import { type FieldProblem, problem, sentenceOf } from '../../../core/shared/reasons/problems.ts';
import { fillButtons } from './buttons.ts';
import { ParameterReader } from './filling.ts';
import { fillHeader } from './header.ts';
import type { SentPart } from './sent-parts.ts';
import { fillText } from './texts.ts';

const BODY_CHARACTERS_MAX = 1024;
const CHARACTERS_MAX = 64 * 1024;

/** The platform's own text for authentication templates. */
const CODE_TEXT = '*{{1}}* is your verification code.';
const SECURITY_TEXT = 'For your security, do not share this code.';

export interface TemplateFilling {
  /** The caller's values, as the official API takes them. */
  readonly components: readonly Fields[];
  readonly shown: FilledTemplate;
}

/** Throws 400, naming every parameter that is missing, superfluous or wrong. */
export function fillTemplate(template: Template, sentComponents: unknown): TemplateFilling {
  const { components, parameterFormat } = template;
  const { problems, ...filled } = fillParts(components, sentComponents, {
    path: 'components',
    format: parameterFormat,
  });
  if (problems.length > 0) throw refusal(problems);
  if (JSON.stringify(filled.components).length > CHARACTERS_MAX)
    throw refusal([
      { field: 'components', ...problem('too_long_as_json', { max: CHARACTERS_MAX }) },
    ]);
  return filled;
}

const refusal = (problems: readonly FieldProblem[]): AppError =>
  new AppError('invalid', sentenceOf(problems), { kind: 'template_parameters', problems });

interface Place {
  readonly path: string;
  readonly format: ParameterFormat;
}

function fillParts(
  components: readonly TemplateComponent[],
  sentComponents: unknown,
  { path, format }: Place,
): TemplateFilling & { problems: readonly FieldProblem[] } {
  const filling = new ParameterReader(sentComponents, path, format);
  const of = (type: string) => components.find((component) => component.type === type);
  const [header, body, footer, buttons] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'].map(of);
  const cards = fillCards(filling, of('CAROUSEL'));
  const shown: FilledTemplate = {
    header: header ? fillHeader(filling, header) : null,
    body: body ? fillBody(filling, body) : '',
    footer: footer ? footerOf(footer) : null,
    offer: fillOffer(filling, of('LIMITED_TIME_OFFER')),
    buttons: fillButtons(filling, buttons?.buttons),
    cards: cards.map((card) => card.shown),
  };
  const said = filling
    .end()
    .map((part) =>
      part.type === 'carousel' ? { ...part, cards: cards.map((card) => card.sent) } : part,
    );
  return { components: said, shown, problems: filling.problems };
}

function fillBody(
  filling: ParameterReader,
  { text, add_security_recommendation }: TemplateComponent,
) {
  const own = add_security_recommendation === true ? `${CODE_TEXT} ${SECURITY_TEXT}` : CODE_TEXT;
  const part = filling.take('body');
  const of = { name: 'body', part, charactersMax: BODY_CHARACTERS_MAX };
  return fillText(filling, typeof text === 'string' ? text : own, of);
}

function footerOf({ text, code_expiration_minutes: minutes }: TemplateComponent): string | null {
  if (typeof text === 'string') return text;
  return typeof minutes === 'number' ? `This code expires in ${minutes} minutes.` : null;
}

/** The platform counts down to the end of an offer. */
function fillOffer(
  filling: ParameterReader,
  component: TemplateComponent | undefined,
): FilledTemplate['offer'] {
  if (component === undefined) return null;
  const { limited_time_offer: offer } = component;
  const { text = '', has_expiration: expires } = isFields(offer) ? offer : {};
  const name = 'limited_time_offer';
  if (expires !== true) {
    filling.none(name);
    return { text: `${text}`, expiresAt: null };
  }
  const part = filling.take(name);
  const parameter = filling.only(part, name, [name]);
  if (parameter === null) return null;
  const end = isFields(parameter[name]) ? parameter[name].expiration_time_ms : undefined;
  if (typeof end === 'number' && Number.isSafeInteger(end) && end > 0)
    return { text: `${text}`, expiresAt: end };
  filling.refuse(
    `${part?.path}.parameters[0].${name}.expiration_time_ms`,
    problem('not_time_in_ms'),
  );
  return null;
}

interface FilledCard {
  readonly sent: Fields;
  readonly shown: FilledTemplate;
}

/** Every card of the template must be sent exactly once. */
function fillCards(
  filling: ParameterReader,
  carousel: TemplateComponent | undefined,
): FilledCard[] {
  const cards = Array.isArray(carousel?.cards) ? carousel.cards.filter(isFields) : [];
  if (cards.length === 0) return [];
  const part = filling.take('carousel');
  const sentCards = cardsIn(part, cards.length);
  if (part === null || sentCards === null) {
    const wanted = { count: cards.length, last: cards.length - 1 };
    if (part === null) filling.refuse(filling.path, problem('carousel_missing', wanted));
    else filling.refuse(part.path, problem('not_each_card', wanted));
    return [];
  }
  return sentCards.map(({ index, fields, path }) => {
    const components = cards[index]?.components;
    const of = Array.isArray(components) ? components : [];
    const { format } = filling;
    const filled = fillParts(of, fields.components, { path: `${path}.components`, format });
    for (const { field, ...found } of filled.problems) filling.refuse(field, found);
    return { sent: { card_index: index, components: filled.components }, shown: filled.shown };
  });
}

/** Returns null unless each card is there once. */
function cardsIn(part: SentPart | null, count: number) {
  const cards = part?.fields.cards;
  if (!Array.isArray(cards) || cards.length !== count || !cards.every(isFields)) return null;
  const sentCards = cards.map((fields: Fields, place) => ({
    index: Number(fields.card_index),
    fields,
    path: `${part?.path}.cards[${place}]`,
  }));
  const indexes = new Set(sentCards.map(({ index }) => index));
  const isWhole = Array.from({ length: count }, (_, index) => index).every((one) =>
    indexes.has(one),
  );
  return isWhole ? sentCards.sort((one, other) => one.index - other.index) : null;
}
