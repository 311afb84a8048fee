/** Inputs and answers of every operation, from the types of the API document. */
import type { paths } from './generated.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The paths that have this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: Lowercase<M> extends keyof paths[P] ? P : never;
}[keyof paths];

export type OperationOf<M extends Method, P extends PathOf<M>> = paths[P][Lowercase<M> &
  keyof paths[P]];

/** The options of an operation besides its path; fields that the operation does not have are missing. */
export type OptionsOf<Operation> = ParametersOf<Operation> &
  BodyOf<Operation> & {
    /** Ends the call, whose promise then rejects with the signal's reason. */
    readonly signal?: AbortSignal;
  };

/** The options as the last argument of `call`, which may be left out when none of them is required. */
export type ArgumentsOf<Operation> =
  Partial<OptionsOf<Operation>> extends OptionsOf<Operation>
    ? [options?: OptionsOf<Operation>]
    : [options: OptionsOf<Operation>];

type Places = { readonly path: 'params'; readonly query: 'query'; readonly header: 'headers' };

type ParametersOf<Operation> = Operation extends { parameters: infer All }
  ? { readonly [In in keyof All as In extends keyof Places ? Places[In] : never]: All[In] }
  : unknown;

type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? { readonly body: BodyContent<Content> }
  : Operation extends { requestBody?: { content: infer Content } }
    ? unknown extends Content
      ? unknown
      : { readonly body?: BodyContent<Content> }
    : unknown;

/** JSON; where the operation reads forms too, also one of those. */
type BodyContent<Content> =
  | (Content extends { 'application/json': infer Json } ? Json : never)
  | ('multipart/form-data' extends keyof Content ? FormData : never);

/** The answer of an operation when it succeeds; `undefined` if the answer has no body. */
export type AnswerOf<Operation> = Operation extends { responses: infer Responses }
  ? ContentOf<Responses[keyof Responses]>
  : never;

type ContentOf<Response> = Response extends { content: infer Content }
  ? Content[keyof Content]
  : undefined;

/** The paths that answer a page of a longer list. */
export type ListPath = {
  [P in PathOf<'GET'>]: [ItemOf<AnswerOf<OperationOf<'GET', P>>>] extends [never] ? never : P;
}[PathOf<'GET'>];

/** The items of a page; never if the answer is not a page. */
export type ItemOf<Answer> = Answer extends {
  meta: { pagination: unknown };
  data: readonly (infer Item)[];
}
  ? Item
  : BesideNext<Answer> | { [Name in keyof Answer]: BesideNext<Answer[Name]> }[keyof Answer];

type BesideNext<Page> = Page extends { next: unknown }
  ? { [Name in keyof Page]: Page[Name] extends readonly (infer Item)[] ? Item : never }[keyof Page]
  : never;
