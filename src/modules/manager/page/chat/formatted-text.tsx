import { partsOf } from './text-parts.ts';

export const FormattedText = ({ text }: { text: string }) => (
  <p class="said">
    {partsOf(text).map(({ kind, text: words }, index) =>
      kind === 'text' ? (
        words
      ) : kind === 'link' ? (
        <a key={index} href={words} target="_blank" rel="noreferrer">
          {words}
        </a>
      ) : (
        <Emphasis key={index} tag={kind} words={words} />
      ),
    )}
  </p>
);

const Emphasis = ({ tag: Tag, words }: { tag: 'b' | 'i' | 's' | 'code'; words: string }) => (
  <Tag>{words}</Tag>
);
