/** What accounts say about themselves: set by a change in GraphQL, for a time. */
import type { Connection } from './connection.ts';
import { type BinaryNode, bytesAt, childrenOf, resultOf, stanza } from './stanzas.ts';

const CHANGE = '9152604461510864';

interface Change {
  readonly text: string | null;
  readonly emoji?: { readonly content: string };
  readonly ephemeral_duration_sec: number;
}

export class AboutTexts {
  /** The number of the refusal that every change gets; a word: the result instead of SUCCESS; null: they are made. */
  failure: number | string | null = null;
  /** What was last set. */
  last: Change | null = null;

  /** Null: it is another question. */
  answer(query: BinaryNode, { companion }: Connection): BinaryNode | null {
    const [question] = childrenOf(query);
    if (question?.attrs.query_id !== CHANGE || !companion) return null;
    const said = (data: object) => resultOf(query, [stanza('result', {}, JSON.stringify(data))]);
    const { input } = JSON.parse(bytesAt(query, 'query').toString()).variables as { input: Change };
    if (typeof this.failure === 'number') return said(refusal(this.failure));
    if (this.failure !== null) return said(resultIs(this.failure));
    // The server takes no text that is shown for no time.
    if (input.text !== null && input.ephemeral_duration_sec === 0) return said(refusal(400));
    this.last = input;
    companion.person.about = input.text ?? '';
    return said(resultIs('SUCCESS'));
  }
}

const resultIs = (result: string) => ({ data: { xwa2_update_text_status: { result } } });

const refusal = (code: number) => ({
  data: null,
  errors: [{ message: 'Bad Request', extensions: { error_code: code } }],
});
