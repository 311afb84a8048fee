/** The limits of buttons, lists, forms and carousels, in the names that callers write. Pure. */
import { isWithin } from '../shared/characters.ts';
import { invalidFields } from '../shared/errors.ts';
import { type FieldProblem, problem } from '../shared/reasons/problems.ts';
import type {
  ButtonsContent,
  CarouselContent,
  FlowContent,
  InteractiveContent,
  LinkContent,
  ListContent,
  NativeButton,
  NativeCard,
  PhoneContent,
  PixContent,
} from './interactive.ts';

/** The most characters of each part. */
const HEADER_MAX = 60;
const FOOTER_MAX = 60;
const TEXT_MAX = 1_024;
const LIST_TEXT_MAX = 4_096;
const BUTTON_MAX = 20;
const ROW_TITLE_MAX = 24;
const ROW_DESCRIPTION_MAX = 72;
const ID_MAX = 256;
const ROW_ID_MAX = 200;
const URL_MAX = 2_000;
const CODE_MAX = 256;
const PIX_KEY_MAX = 77;
/** The words on the button that opens a form, as Meta advises. */
const FLOW_LABEL_MAX = 30;
/** Meta names no limit of these. */
const FLOW_ID_MAX = 256;
const FLOW_TOKEN_MAX = 512;
const FLOW_DATA_MAX = 16_384;
/** In hundredths. */
const AMOUNT_MAX = 100_000_000;
/** The most of each. */
const BUTTONS_MAX = 3;
const ROWS_MAX = 10;
const CARDS_MAX = 10;

const PHONE = /^\+?[0-9]{5,20}$/;

/** Returns the content. Throws `invalid` with a problem for everything that the platform would refuse. */
export function requireWithinLimits<C extends InteractiveContent | PhoneContent>(content: C): C {
  const problems = [...framedProblems(content), ...problemsOf(content)];
  if (problems.length > 0) throw invalidFields(problems);
  return content;
}

function problemsOf(content: InteractiveContent | PhoneContent): FieldProblem[] {
  switch (content.kind) {
    case 'buttons':
      return buttonProblems(content);
    case 'link':
      return linkProblems(content);
    case 'list':
      return listProblems(content);
    case 'flow':
      return flowProblems(content);
    case 'native_buttons':
      return nativeProblems(content.buttons, 'buttons');
    case 'carousel':
      return carouselProblems(content);
    case 'pix':
      return pixProblems(content);
  }
}

interface FrameTexts {
  readonly kind?: string;
  readonly header?: string;
  readonly text: string;
  readonly footer?: string;
}

/** `path` is '' for the message itself. */
function framedProblems({ kind, header, text, footer }: FrameTexts, path = ''): FieldProblem[] {
  const isBody = path !== '' || kind === 'carousel';
  return [
    ...lengthProblem(`${path}title`, header, HEADER_MAX),
    ...lengthProblem(
      `${path}${isBody ? 'body' : 'description'}`,
      text,
      kind === 'list' ? LIST_TEXT_MAX : TEXT_MAX,
    ),
    ...lengthProblem(`${path}footer`, footer, FOOTER_MAX),
  ];
}

function buttonProblems({ buttons }: ButtonsContent): FieldProblem[] {
  const each = buttons.flatMap(({ id, text }, at) => [
    ...lengthProblem(`buttons.${at}.displayText`, text, BUTTON_MAX),
    ...lengthProblem(`buttons.${at}.id`, id, ID_MAX),
  ]);
  return [
    ...countProblem('buttons', buttons.length, BUTTONS_MAX),
    ...each,
    ...sameProblem(
      'the ids of buttons',
      buttons.map(({ id }) => id),
    ),
    ...sameProblem(
      'the texts of buttons',
      buttons.map(({ text }) => text),
    ),
  ];
}

const linkProblems = ({ label, url }: LinkContent): FieldProblem[] => [
  ...lengthProblem('buttons.0.displayText', label, BUTTON_MAX),
  ...urlProblems('buttons.0.url', url),
];

function flowProblems({ label, flow, token, first }: FlowContent): FieldProblem[] {
  const [field, value] = 'id' in flow ? ['flowId', flow.id] : ['flowName', flow.name];
  const hasRoom = JSON.stringify(first?.data ?? {}).length <= FLOW_DATA_MAX;
  return [
    ...lengthProblem('flowCta', label, FLOW_LABEL_MAX),
    ...lengthProblem(field, value, FLOW_ID_MAX),
    ...lengthProblem('flowToken', token, FLOW_TOKEN_MAX),
    ...lengthProblem('flowScreen', first?.screen, FLOW_ID_MAX),
    ...(hasRoom
      ? []
      : [{ field: 'flowData', ...problem('too_long_as_json', { max: FLOW_DATA_MAX }) }]),
  ];
}

function urlProblems(path: string, url: string): FieldProblem[] {
  const isPage = /^https?:\/\//i.test(url) && URL.canParse(url);
  return [
    ...lengthProblem(path, url, URL_MAX),
    ...(isPage ? [] : [{ field: path, ...problem('not_page_url') }]),
  ];
}

function nativeProblems(buttons: readonly NativeButton[], path: string): FieldProblem[] {
  const each = buttons.flatMap((button, at) => [
    ...lengthProblem(`${path}.${at}.displayText`, button.text, BUTTON_MAX),
    ...valueProblems(button, `${path}.${at}`),
  ]);
  const ids = buttons.flatMap((button) => (button.type === 'reply' ? button.id : []));
  return [
    ...countProblem(path, buttons.length, BUTTONS_MAX),
    ...each,
    ...sameProblem(`the ids of ${path}`, ids),
    ...sameProblem(
      `the texts of ${path}`,
      buttons.map(({ text }) => text),
    ),
  ];
}

function valueProblems(button: NativeButton, path: string): FieldProblem[] {
  switch (button.type) {
    case 'reply':
      return lengthProblem(`${path}.id`, button.id, ID_MAX);
    case 'url':
      return urlProblems(`${path}.url`, button.url);
    case 'call':
      return PHONE.test(button.phoneNumber)
        ? []
        : [{ field: `${path}.phoneNumber`, ...problem('not_number_to_call') }];
    case 'copy':
      return lengthProblem(`${path}.copyCode`, button.code, CODE_MAX);
  }
}

function carouselProblems({ cards }: CarouselContent): FieldProblem[] {
  const each = cards.flatMap((card: NativeCard, at) => [
    ...framedProblems(card, `cards.${at}.`),
    ...nativeProblems(card.buttons, `cards.${at}.buttons`),
  ]);
  return [...countProblem('cards', cards.length, CARDS_MAX), ...each];
}

const isAmount = (amount: number): boolean =>
  Number.isInteger(amount) && amount > 0 && amount <= AMOUNT_MAX;

const pixProblems = ({ name, key, currency, amount }: PixContent): FieldProblem[] => [
  ...lengthProblem('buttons.0.name', name, HEADER_MAX),
  ...lengthProblem('buttons.0.key', key, PIX_KEY_MAX),
  ...(amount === undefined || isAmount(amount)
    ? []
    : [{ field: 'buttons.0.amount', ...problem('not_amount') }]),
  ...(/^[A-Z]{3}$/.test(currency)
    ? []
    : [{ field: 'buttons.0.currency', ...problem('not_currency') }]),
];

function listProblems({ label, sections }: ListContent): FieldProblem[] {
  const rows = sections.flatMap((section) => section.rows);
  const each = sections.flatMap((section, at) => [
    ...lengthProblem(`sections.${at}.title`, section.title, ROW_TITLE_MAX),
    ...section.rows.flatMap((row, place) => rowProblems(row, `sections.${at}.rows.${place}`)),
  ]);
  const untitled = sections.length > 1 && sections.some(({ title }) => title === undefined);
  return [
    ...lengthProblem('buttonText', label, BUTTON_MAX),
    ...countProblem('rows', rows.length, ROWS_MAX),
    ...(untitled ? [{ field: '', ...problem('section_without_title') }] : []),
    ...each,
    ...sameProblem(
      'the ids of rows',
      rows.map(({ id }) => id),
    ),
  ];
}

type Row = ListContent['sections'][number]['rows'][number];

const rowProblems = ({ id, title, description }: Row, path: string): FieldProblem[] => [
  ...lengthProblem(`${path}.title`, title, ROW_TITLE_MAX),
  ...lengthProblem(`${path}.rowId`, id, ROW_ID_MAX),
  ...lengthProblem(`${path}.description`, description, ROW_DESCRIPTION_MAX),
];

/** An optional text may be absent, but not empty. */
const lengthProblem = (path: string, text: string | undefined, most: number): FieldProblem[] =>
  text === undefined || (text !== '' && isWithin(text, most))
    ? []
    : [{ field: path, ...problem('wrong_length', { min: 1, max: most }) }];

const countProblem = (what: string, count: number, most: number): FieldProblem[] =>
  count > 0 && count <= most
    ? []
    : [{ field: '', ...problem('wrong_count', { what, min: 1, max: most }) }];

const sameProblem = (what: string, all: readonly string[]): FieldProblem[] =>
  new Set(all).size === all.length ? [] : [{ field: '', ...problem('not_different', { what }) }];
