/** A request or an answer as people read it: a first line, headers, a body. */
import { Source } from '../components/text.tsx';

interface ExchangeProps {
  readonly title: string;
  readonly first: string;
  readonly headers: Readonly<Record<string, string>> | null | undefined;
  readonly body: string | null | undefined;
  readonly isOpen?: boolean;
}

export function Exchange({ title, first, headers, body, isOpen = true }: ExchangeProps) {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const text = [first, ...lines, '', indentJson(body ?? '')].join('\n').trimEnd();
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <Source label={title} text={text} />
    </details>
  );
}

/** JSON in lines; anything else as it is. */
export function indentJson(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
