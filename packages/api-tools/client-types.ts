/**
 * Prints, as TypeScript, the types that `openapi-typescript` makes of the OpenAPI document of standard input, without
 * what says nothing: members that are never there, and headers of answers that are not named.
 */
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

const isNever = (node: ts.Node): boolean =>
  ts.isPropertySignature(node) && node.type?.kind === ts.SyntaxKind.NeverKeyword;

/** `headers: {[name: string]: unknown}` and `parameters: {}`. */
const isBlank = (node: ts.Node): boolean =>
  ts.isPropertySignature(node) &&
  ts.isIdentifier(node.name) &&
  ['headers', 'parameters'].includes(node.name.text) &&
  node.type !== undefined &&
  ts.isTypeLiteralNode(node.type) &&
  node.type.members.every((member) => ts.isIndexSignatureDeclaration(member));

const withoutBlanks: ts.TransformerFactory<ts.Node> = (context) => {
  const visit = (node: ts.Node): ts.Node | undefined => {
    if (isNever(node)) return undefined;
    const rest = ts.visitEachChild(node, visit, context);
    return isBlank(rest) ? undefined : rest;
  };
  return (node) => ts.visitNode(node, visit) as ts.Node;
};

const document: OpenAPI3 = await Bun.stdin.json();
const nodes = await openapiTypescript(document, {
  emptyObjectsUnknown: true,
  // A default is what the service takes for a field that is left out: it may be left out.
  defaultNonNullable: false,
});
const { transformed } = ts.transform(nodes, [withoutBlanks]);
process.stdout.write(astToString(transformed as ts.Node[]));
