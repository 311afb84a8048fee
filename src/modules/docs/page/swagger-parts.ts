/** Parts that replace Swagger UI's own: they add what it lacks, also for people who use a screen reader. */

import { WEBHOOKS } from '../api-document.ts';

/** The layout of `swaggerParts`, by the name that Swagger UI is told. */
export const LAYOUT = 'GroupLayout';

interface LayoutProperties {
  readonly getComponent: (name: string, isContainer: boolean) => SwaggerComponent;
}
interface CodeProperties {
  readonly language?: string;
  readonly className?: string;
  readonly children: string;
}
interface WithChildren {
  readonly children: SwaggerNode;
}

interface TaggedOperations {
  filter(isKept: (operations: unknown, tag: string) => boolean): TaggedOperations;
}

/** `shown` returns the group that is shown. */
export const swaggerParts =
  (shown: () => string) =>
  ({ React: { createElement } }: SwaggerSystem): SwaggerPlugin => ({
    statePlugins: {
      spec: {
        wrapSelectors: {
          // A part of the former group that is resolved late would appear beside this one.
          taggedOperations:
            (select: (...values: unknown[]) => TaggedOperations) =>
            (...values: unknown[]) =>
              select(...values).filter((_, tag) => tag === shown()),
        },
      },
    },
    components: {
      /** The page has the title and the keys, and nothing else stands around the operations. */
      [LAYOUT]: ({ getComponent }: LayoutProperties) =>
        createElement(
          'div',
          { className: 'swagger-ui' },
          // The headings within an operation are of the fourth level.
          createElement('h3', { className: 'visually-hidden' }, 'Operations'),
          createElement(getComponent('operations', true), null),
          shown() === WEBHOOKS ? createElement(getComponent('Webhooks', true), null) : null,
        ),
      OperationTag: ({ children }: WithChildren) => children,
      authorizeOperationBtn: () => null,
      /** Colours by classes, and can be scrolled by keyboard. */
      SyntaxHighlighter: ({ language, className, children }: CodeProperties) =>
        createElement(
          'pre',
          { className, tabIndex: 0 },
          createElement(
            'code',
            null,
            ...(language === 'json'
              ? tokensOf(children).map(({ text, kind }) =>
                  kind === null ? text : createElement('span', { className: `hljs-${kind}` }, text),
                )
              : [children]),
          ),
        ),
    },
    wrapComponents: {
      /** The line of an operation has its summary in the language of the page; what is in it is in English. */
      OperationSummary: (original) => (properties: object) =>
        createElement(
          'div',
          { className: 'summary-line', lang: document.documentElement.lang },
          createElement(original, properties),
        ),
      TextArea: (original) => (properties: object) =>
        createElement(original, { ...properties, 'aria-label': 'Request body' }),
    },
  });

interface Token {
  readonly text: string;
  readonly kind: 'attr' | 'string' | 'number' | 'literal' | null;
}

/** A long answer is shown without colours: each word of it would be an element. */
const COLOURED_MAX = 50_000;
const JSON_WORD = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|(true|false|null)/g;

function tokensOf(json: string): Token[] {
  if (json.length > COLOURED_MAX) return [{ text: json, kind: null }];
  const tokens: Token[] = [];
  let end = 0;
  for (const match of json.matchAll(JSON_WORD)) {
    const [, quoted, colon, number, literal] = match;
    const word = quoted ?? number ?? literal ?? '';
    tokens.push({ text: json.slice(end, match.index), kind: null });
    const kind = quoted ? (colon ? 'attr' : 'string') : number ? 'number' : 'literal';
    tokens.push({ text: word, kind });
    end = match.index + word.length;
  }
  return [...tokens, { text: json.slice(end), kind: null }];
}
