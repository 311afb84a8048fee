/** The operations of the zone, and what the server must know of them before a request has reached its route. */
import { type Operation, pathIn } from './operation.ts';

export interface OperationTable {
  readonly operations: readonly Operation[];
  /** First parts of the paths of the zone. */
  readonly prefixes: readonly string[];
  /** Operations that read what all nodes share, or concern every instance; all others are answered by the owner. */
  readonly anywhere: readonly string[];
  /** Routes whose bodies may be large and need a connected instance. */
  readonly sendsFile: ReadonlySet<string>;
  /** Tells whether the body of a request to this path may have a file in it. */
  takesFiles(path: string): boolean;
}

/** `families` are the lists of modules; an operation takes the place of those with its route in earlier lists. */
export function operationTable(families: readonly (readonly Operation[])[]): OperationTable {
  const operations = families.reduce((known, family) => {
    const routes = new Set(family.flatMap((one) => one.routes));
    return [...known.filter((one) => !one.routes.some((route) => routes.has(route))), ...family];
  }, []);
  const routes = operations.flatMap((one) => one.routes);
  const withFiles = operations.filter((one) => one.takesFiles).flatMap((one) => one.routes);
  const shapes = withFiles.map(pathIn).map((path) => path.replaceAll(/:\w+/g, '[^/]*'));
  const large = new RegExp(`^(?:${shapes.join('|')})$`);
  return {
    operations,
    prefixes: [
      ...new Set([
        ...routes.map((route) => firstPartOf(pathIn(route))),
        '/instance',
        '/sandbox',
        '/ws',
      ]),
    ],
    anywhere: [...operations.flatMap((one) => (one.anyNode ? one.routes : [])), 'GET /ws'],
    sendsFile: new Set(
      operations
        .filter(({ takesFiles }) => takesFiles === 'when connected')
        .flatMap((one) => one.routes.map(pathIn)),
    ),
    takesFiles: (path) => large.test(path),
  };
}

/** Returns the first part of a path, such as `/instance`. */
export const firstPartOf = (path: string): string => `/${path.split('/')[1]}`;
