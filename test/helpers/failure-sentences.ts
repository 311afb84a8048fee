/**
 * Reads in the source which sentences failures are made of. A value inside a sentence becomes `{}`, and what depends on
 * a condition is read both ways.
 */
import { dirname, join, normalize } from 'node:path';
import ts from '../../packages/api-tools/node_modules/typescript';

const root = join(import.meta.dir, '../..');

export interface Sentence {
  /** File and line. */
  readonly at: string;
  readonly text: string;
}

/** Functions and classes that make failures, with the place of the sentence among their arguments. */
const MAKERS: Readonly<Record<string, number>> = {
  AppError: 1,
  NotConnected: 0,
  UnknownNumbers: 0,
  WrongCredential: 0,
  conflict: 0,
  forbidden: 0,
  invalid: 0,
  notFound: 0,
  failed: 0,
  failedCheck: 0,
  unnamedProblem: 0,
  refuseUnless: 2,
  refusedAs: 1,
};
/** Properties and constants that hold a sentence. */
const HOLDERS = /^(?:hint|problem|failsWith|unavailable|source|elsewhere)$|PROBLEM/;
/** Functions that return a sentence. */
const WORDERS =
  /(?:problem|fault|refusal|refuses|hint|sentence|situation|words|problems|problemOf)\w*$/i;
const ALTERNATIVES_MAX = 64;
const DEPTH_MAX = 6;

type Constants = ReadonlyMap<string, ts.Expression>;

/** `folders` begin at the root. */
export async function failureSentences(folders: readonly string[]): Promise<Sentence[]> {
  const files = new Map<string, ts.SourceFile>();
  for (const path of folders.flatMap((place) => [
    ...new Bun.Glob(`${place}/**/*.ts`).scanSync(root),
  ])) {
    const text = await Bun.file(join(root, path)).text();
    files.set(path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  }
  const constants = new Map([...files].map(([path, file]) => [path, constantsOf(file)]));
  return [...files].flatMap(([path, file]) => {
    const known = new Map([...importedBy(file, path, constants), ...(constants.get(path) ?? [])]);
    return sentencesIn(file, known);
  });
}

function constantsOf(file: ts.SourceFile): Map<string, ts.Expression> {
  const found = new Map<string, ts.Expression>();
  for (const node of file.statements) {
    if (!ts.isVariableStatement(node)) continue;
    for (const { name, initializer } of node.declarationList.declarations)
      if (ts.isIdentifier(name) && initializer) found.set(name.text, initializer);
  }
  return found;
}

function importedBy(
  file: ts.SourceFile,
  path: string,
  constants: ReadonlyMap<string, Constants>,
): [string, ts.Expression][] {
  return file.statements.flatMap((node): [string, ts.Expression][] => {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return [];
    const from = constants.get(normalize(join(dirname(path), node.moduleSpecifier.text)));
    const named = node.importClause?.namedBindings;
    if (from === undefined || !named || !ts.isNamedImports(named)) return [];
    return named.elements.flatMap(({ name, propertyName }) => {
      const held = from.get((propertyName ?? name).text);
      return held ? [[name.text, held] as [string, ts.Expression]] : [];
    });
  });
}

function sentencesIn(file: ts.SourceFile, constants: Constants): Sentence[] {
  const found: Sentence[] = [];
  const visit = (node: ts.Node): void => {
    for (const { expression, ending } of expressionsAt(node)) {
      const { line } = file.getLineAndCharacterOfPosition(expression.getStart(file));
      for (const text of textsOf(expression, constants))
        found.push({ at: `${file.fileName}:${line + 1}`, text: text + ending });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.filter(({ text }) => /\p{L}{2}.* |^\p{L}+ \{\}$/u.test(text));
}

interface FoundSentence {
  readonly expression: ts.Expression;
  /** What the maker of the failure puts behind it. */
  readonly ending: string;
}

const plain = (expression: ts.Expression): FoundSentence => ({ expression, ending: '' });

function expressionsAt(node: ts.Node): FoundSentence[] {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return argumentsOf(node);
  if (ts.isPropertyAssignment(node) && HOLDERS.test(node.name.getText()))
    return [plain(node.initializer)];
  if (ts.isVariableDeclaration(node) && HOLDERS.test(node.name.getText()) && node.initializer)
    return [plain(node.initializer)];
  if (ts.isReturnStatement(node) && node.expression && WORDERS.test(functionAround(node)))
    return [plain(node.expression)];
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body) && WORDERS.test(functionAround(node.body)))
    return [plain(node.body)];
  return [];
}

function argumentsOf({
  expression,
  arguments: values = [] as never,
}: ts.CallExpression | ts.NewExpression): FoundSentence[] {
  if (ts.isPropertyAccessExpression(expression)) {
    const isList = /problems/i.test(expression.expression.getText());
    return expression.name.text === 'push' && isList ? values.map(plain) : [];
  }
  const name = expression.getText();
  const argument = Object.hasOwn(MAKERS, name) ? values[MAKERS[name] ?? 0] : undefined;
  if (argument === undefined) return [];
  return [{ expression: argument, ending: name === 'notFound' ? ' not found' : '' }];
}

function textsOf(node: ts.Expression, constants: Constants, depth = 0): string[] {
  const inner = (one: ts.Expression) => textsOf(one, constants, depth + 1);
  const ofConstant = (name: string) => {
    const held = constants.get(name);
    return held ? inner(held) : ['{}'];
  };
  if (depth > DEPTH_MAX) return ['{}'];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return inner(node.expression);
  if (ts.isConditionalExpression(node)) return [...inner(node.whenTrue), ...inner(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return joined(node, inner);
  if (ts.isTemplateExpression(node)) return ofTemplate(node, inner);
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return inner(node.body);
  if (ts.isIdentifier(node)) return ofConstant(node.text);
  if (ts.isElementAccessExpression(node)) return ofConstant(node.expression.getText());
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((one) =>
      ts.isPropertyAssignment(one) ? inner(one.initializer) : [],
    );
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(inner);
  return ['{}'];
}

type Inner = (one: ts.Expression) => string[];

function joined({ left, right, operatorToken }: ts.BinaryExpression, inner: Inner): string[] {
  const [before, after] = [inner(left), inner(right)];
  if (operatorToken.kind !== ts.SyntaxKind.PlusToken) return [...before, ...after];
  return before.flatMap((one) => after.map((other) => one + other)).slice(0, ALTERNATIVES_MAX);
}

function ofTemplate({ head, templateSpans }: ts.TemplateExpression, inner: Inner): string[] {
  let texts = [head.text];
  for (const { expression, literal } of templateSpans)
    texts = texts
      .flatMap((before) => inner(expression).map((value) => before + value + literal.text))
      .slice(0, ALTERNATIVES_MAX);
  return texts;
}

/** Returns the name of the function that a node is in, or of what that is assigned to. */
function functionAround(node: ts.Node): string {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) return at.name?.getText() ?? '';
    if (ts.isArrowFunction(at) || ts.isFunctionExpression(at)) {
      const { parent } = at;
      const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
      return isNamed ? parent.name.getText() : '';
    }
  }
  return '';
}
