/**
 * Lists sentences that are hard to read: `bun scripts/sentences.ts [--only SOURCE] [--in TEXT] [--count]`. SOURCE is `api`,
 * `manager`, `failures`, `docs` or `comments`; TEXT is a part of a place: a folder, a page, a path of the API.
 */
import { parseArgs } from 'node:util';
import { faultsOf, sentencesOf } from './sentences/patterns.ts';
import { SOURCES, type Source, type Text } from './sentences/sources.ts';

export interface Hard {
  readonly at: string;
  readonly fault: string;
  readonly sentence: string;
}

/** Returns each sentence once for each thing that is wrong with it. */
export const hardSentences = (texts: readonly Text[]): Hard[] =>
  texts.flatMap(({ at, kind, text }) =>
    sentencesOf(kind, text).flatMap((sentence) =>
      faultsOf(sentence).map((fault): Hard => ({ at, fault, sentence: sentence.text })),
    ),
  );

/** A text of the API is in many places: the first is enough. */
const onlyFirst = (found: readonly Hard[]): Hard[] =>
  [
    ...new Map(
      found.toReversed().map((hard) => [`${hard.fault}: ${hard.sentence}`, hard] as const),
    ).values(),
  ].toReversed();

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      in: { type: 'string', default: '' },
      count: { type: 'boolean', default: false },
    },
  });
  // The cast: the keys of that table are all the sources.
  const sources = (Object.keys(SOURCES) as Source[]).filter(
    (source) => values.only === undefined || values.only === source,
  );
  for (const source of sources) {
    const texts = (await SOURCES[source]()).filter(({ at }) => at.includes(values.in));
    const found = onlyFirst(hardSentences(texts));
    if (values.count) print(`${source}: ${found.length} in ${texts.length} texts`);
    const byFault = Map.groupBy(found, ({ fault }) => fault);
    for (const [fault, hard] of byFault) {
      print(values.count ? `  ${hard.length} ${fault}` : `\n## ${source}: ${fault}`);
      if (!values.count) for (const { at, sentence } of hard) print(`${at}: ${sentence}`);
    }
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
