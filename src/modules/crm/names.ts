/** Fields are in snake case in bodies and answers, and in camel case everywhere else. */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

/** The cast: the type does to names what the function does. */
export const snakeCased = <T extends object>(fields: T) =>
  renamed(fields, /[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as {
    [Name in keyof T as SnakeCase<Name & string>]: T[Name];
  };

/** The cast is safe for the same reason. */
export const camelCased = <T extends object>(fields: T) =>
  renamed(fields, /_[a-z]/g, (letter) => letter.charAt(1).toUpperCase()) as {
    [Name in keyof T as CamelCase<Name & string>]: T[Name];
  };

const renamed = (fields: object, pattern: RegExp, replace: (found: string) => string): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replace(pattern, replace), value]),
  );
