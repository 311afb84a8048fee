/** Reading a list that comes in pages. */

interface Page {
  readonly items: readonly unknown[];
  /** The fields of the query for the next page; null if this is the last page. */
  readonly next: Readonly<Record<string, unknown>> | null;
}

type Query = Readonly<Record<string, unknown>>;

/** `ask` resolves to the answer's body. Ends with the first page that says it is the last, or brings nothing new. */
export async function* itemsOf(
  ask: (query: Query) => Promise<unknown>,
  first: Query,
): AsyncGenerator<unknown, void> {
  let query: Query | null = first;
  while (query !== null) {
    const { items, next }: Page = pageOf(await ask(query), query);
    yield* items;
    query = next === null ? null : { ...query, ...next };
  }
}

interface NumberedPage {
  readonly data: readonly unknown[];
  readonly meta: {
    readonly pagination: { readonly page: number; readonly has_next_page: boolean };
  };
}

const isNumbered = (answer: unknown): answer is NumberedPage =>
  isObject(answer) && isObject(answer.meta) && isObject(answer.meta.pagination);

function pageOf(answer: unknown, { after }: Query): Page {
  if (isNumbered(answer)) {
    const { page, has_next_page: goesOn } = answer.meta.pagination;
    return { items: answer.data, next: goesOn ? { page: page + 1 } : null };
  }
  const list = listIn(answer);
  const items = Object.values(list).find(Array.isArray) ?? [];
  const { next } = list;
  const isLast = items.length === 0 || next === null || String(next) === String(after);
  return { items, next: isLast ? null : { after: next } };
}

/** The object that has `next` beside its items: the answer itself, or one of its fields. */
function listIn(answer: unknown): Readonly<Record<string, unknown>> {
  const around = isObject(answer) ? answer : {};
  const list = [around, ...Object.values(around)].find((one) => isObject(one) && 'next' in one);
  if (isObject(list)) return list;
  throw new TypeError('the answer is no page of a list');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
