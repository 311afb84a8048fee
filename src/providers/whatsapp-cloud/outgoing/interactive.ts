/** Translates buttons and lists to the form of the Graph API, and checks its limits. Pure. */
import { invalid } from '../../../shared/errors.ts';
import type {
  ButtonsContent,
  InteractiveContent,
  LinkContent,
  ListContent,
} from '../../interactive.ts';
import type { Fields } from '../graph.ts';

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
/** The most of each. */
const BUTTONS_MAX = 3;
const ROWS_MAX = 10;

/** Throws `invalid`, naming everything that the platform would refuse. */
export function graphInteractive(content: InteractiveContent): Fields {
  const problems = [...framedProblems(content), ...problemsOf(content)];
  if (problems.length > 0) throw invalid(problems.join('; '));
  const { header, text, footer } = content;
  return {
    type: TYPES[content.kind],
    ...(header !== undefined && { header: { type: 'text', text: header } }),
    body: { text },
    ...(footer !== undefined && { footer: { text: footer } }),
    action: actionOf(content),
  };
}

const TYPES = { buttons: 'button', link: 'cta_url', list: 'list' } as const;

function actionOf(content: InteractiveContent): Fields {
  switch (content.kind) {
    case 'buttons':
      return {
        buttons: content.buttons.map(({ id, text: title }) => ({
          type: 'reply',
          reply: { id, title },
        })),
      };
    case 'link':
      return { name: 'cta_url', parameters: { display_text: content.label, url: content.url } };
    case 'list':
      return { button: content.label, sections: content.sections };
  }
}

function problemsOf(content: InteractiveContent): string[] {
  switch (content.kind) {
    case 'buttons':
      return buttonProblems(content);
    case 'link':
      return linkProblems(content);
    case 'list':
      return listProblems(content);
  }
}

const framedProblems = ({ kind, header, text, footer }: InteractiveContent): string[] => [
  ...(header === undefined ? [] : lengthProblem('title', header, HEADER_MAX)),
  ...lengthProblem('description', text, kind === 'list' ? LIST_TEXT_MAX : TEXT_MAX),
  ...(footer === undefined ? [] : lengthProblem('footer', footer, FOOTER_MAX)),
];

function buttonProblems({ buttons }: ButtonsContent): string[] {
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

function linkProblems({ label, url }: LinkContent): string[] {
  const isPage = /^https?:\/\//i.test(url) && URL.canParse(url);
  return [
    ...lengthProblem('buttons.0.displayText', label, BUTTON_MAX),
    ...lengthProblem('buttons.0.url', url, URL_MAX),
    ...(isPage ? [] : ['buttons.0.url must be an http or https URL']),
  ];
}

function listProblems({ label, sections }: ListContent): string[] {
  const rows = sections.flatMap((section) => section.rows);
  const each = sections.flatMap((section, at) => [
    ...(section.title === undefined
      ? []
      : lengthProblem(`sections.${at}.title`, section.title, ROW_TITLE_MAX)),
    ...section.rows.flatMap((row, place) => rowProblems(row, `sections.${at}.rows.${place}`)),
  ]);
  const untitled = sections.length > 1 && sections.some(({ title }) => title === undefined);
  return [
    ...lengthProblem('buttonText', label, BUTTON_MAX),
    ...countProblem('rows', rows.length, ROWS_MAX),
    ...(untitled ? ['every section needs a title where there are several'] : []),
    ...each,
    ...sameProblem(
      'the ids of rows',
      rows.map(({ id }) => id),
    ),
  ];
}

type Row = ListContent['sections'][number]['rows'][number];

const rowProblems = ({ id, title, description }: Row, path: string): string[] => [
  ...lengthProblem(`${path}.title`, title, ROW_TITLE_MAX),
  ...lengthProblem(`${path}.rowId`, id, ROW_ID_MAX),
  ...(description === undefined
    ? []
    : lengthProblem(`${path}.description`, description, ROW_DESCRIPTION_MAX)),
];

const lengthProblem = (path: string, text: string, most: number): string[] =>
  text.length > 0 && text.length <= most ? [] : [`${path} must have 1-${most} characters`];

const countProblem = (what: string, count: number, most: number): string[] =>
  count > 0 && count <= most ? [] : [`there must be 1-${most} ${what}`];

const sameProblem = (what: string, all: readonly string[]): string[] =>
  new Set(all).size === all.length ? [] : [`${what} must differ`];
