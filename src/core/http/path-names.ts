/** The names of the parameters of a path, such as `id` in `/users/:id`. */
export type NamesIn<R extends string> = R extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : R extends `${string}/:${infer Name}`
    ? Name
    : never;

export const namesIn = (path: string): string[] =>
  path.split('/').flatMap((part) => (part.startsWith(':') ? part.slice(1) : []));
